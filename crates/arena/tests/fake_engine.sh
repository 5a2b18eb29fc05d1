#!/bin/sh
# An HTP program for tests. It plays the first empty cell, column by column, and from its second genmove on does what its
# argument says: good, crash, hang, stuck, slow, occupied, offboard, garbage, pass, resign, refuse, noisy; dead ends at once,
# noswap knows no swap.
mode=$1
[ "$mode" = dead ] && { echo "no licence" >&2; exit 7; }
generated=0
reply() { printf '= %s\n\n' "$1"; }
first_empty() {
    for column in a b c d e f g h i j k l m n o p q r s; do
        [ "$column" = "$end" ] && break
        row=1
        while [ $row -le "$size" ]; do
            case "$taken" in *" $column$row "*) ;; *) echo "$column$row"; return ;; esac
            row=$((row + 1))
        done
    done
}
while read -r command first second; do
    case "$command" in
    quit) reply; exit 0 ;;
    boardsize) size=$first; end=$(echo abcdefghijklmnopqrst | cut -c$((size + 1))); reply ;;
    clear_board) taken=" "; reply ;;
    play) taken="$taken$second "; if [ "$mode" = refuse ] || [ "$mode$second" = noswapswap-pieces ]; then printf '? no\n\n'; else reply; fi ;;
    genmove)
        generated=$((generated + 1))
        cell=$(first_empty)
        if [ $generated -ge 2 ]; then
            case "$mode" in
            crash) echo "segmentation fault, as it were" >&2; exit 3 ;;
            hang) sleep 1000; exit ;;
            stuck) sleep 1009 ;;
            slow) sleep 1 ;;
            occupied) reply "$(echo "$taken" | cut -d' ' -f2)"; continue ;;
            offboard) reply z99; continue ;;
            garbage) reply "let me think"; continue ;;
            pass) reply pass; continue ;;
            resign) reply resign; continue ;;
            noisy) printf 'thinking\n\ngogui-gfx:\nuct\nVAR B a1\n\n' ;;
            esac
        fi
        taken="$taken$cell "
        reply "$cell" ;;
    *) printf '? unknown command: %s\n\n' "$command" ;;
    esac
done
