// A small, complete player for the arena: java Bot HOST PORT NAME TOKEN
//
// It plays where its own shortest way across the board meets the opponent's. Change `choose` to make it stronger.
// The protocol is described in docs/reference/arena-protocol.md.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;

public final class Bot {
    private static final int[][] NEIGHBOURS = {{0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}};
    private static final int NEVER = 1000;

    /** What the player knows of the game it plays. Cells are row * columns + column; stones are 'b', 'w' and 0. */
    private static final class Game {
        final String number;
        final int columns;
        final int rows;
        final char me;
        final char other;
        final boolean maySwap;
        final char[] stones;
        int count;

        /** reset GAME VARIANT SIZE COLOUR key=value... */
        Game(String[] words) {
            number = words[1];
            String[] size = words[3].split("x");
            columns = Integer.parseInt(size[0]);
            rows = Integer.parseInt(size[size.length - 1]);
            me = words[4].charAt(0);
            other = me == 'b' ? 'w' : 'b';
            maySwap = Arrays.asList(words).contains("swap=yes");
            stones = new char[columns * rows];
        }

        /** Takes note of a stone, or of a swap: the only stone changes its colour and is mirrored. */
        void play(char color, String word) {
            if (word.equals("swap")) {
                int cell = only();
                stones[cell] = 0;
                stones[(cell % columns) * columns + cell / columns] = color;
                return;
            }
            int column = Character.toLowerCase(word.charAt(0)) - 'a';
            stones[(Integer.parseInt(word.substring(1)) - 1) * columns + column] = color;
            count++;
        }

        int only() {
            for (int cell = 0; cell < stones.length; cell++) {
                if (stones[cell] != 0) {
                    return cell;
                }
            }
            return 0;
        }

        /** For each cell: how many stones are missing from there to one of the colour's edges, itself included. */
        int[] distances(char color, boolean far) {
            int[] best = new int[stones.length];
            Arrays.fill(best, NEVER);
            ArrayDeque<Integer> queue = new ArrayDeque<>();
            for (int cell = 0; cell < stones.length; cell++) {
                int place = color == 'b' ? cell / columns : cell % columns;
                int last = color == 'b' ? rows - 1 : columns - 1;
                if (place == (far ? last : 0)) {
                    reach(color, best, queue, cell, 0);
                }
            }
            while (!queue.isEmpty()) {
                int cell = queue.poll();
                for (int[] step : NEIGHBOURS) {
                    int column = cell % columns + step[0];
                    int row = cell / columns + step[1];
                    if (column >= 0 && column < columns && row >= 0 && row < rows) {
                        reach(color, best, queue, row * columns + column, best[cell]);
                    }
                }
            }
            return best;
        }

        private void reach(char color, int[] best, ArrayDeque<Integer> queue, int cell, int distance) {
            if (stones[cell] != 0 && stones[cell] != color) {
                return;
            }
            int own = distance + (stones[cell] == 0 ? 1 : 0);
            if (own < best[cell]) {
                best[cell] = own;
                queue.add(cell);
            }
        }

        int middle(int cell) {
            return Math.abs(2 * (cell % columns) - columns + 1) + Math.abs(2 * (cell / columns) - rows + 1);
        }

        /** The best move: the empty cell that lies on the shortest ways of both, near the middle. */
        int choose() {
            int[][] maps = {distances('b', false), distances('b', true), distances('w', false), distances('w', true)};
            int best = -1;
            int least = Integer.MAX_VALUE;
            for (int cell = 0; cell < stones.length; cell++) {
                int cost = middle(cell);
                for (int[] map : maps) {
                    cost += 100 * map[cell];
                }
                if (stones[cell] == 0 && cost < least) {
                    least = cost;
                    best = cell;
                }
            }
            return best;
        }

        /** The next move as a word: a cell, or swap for a first stone that is too near the middle. */
        String answer() {
            if (maySwap && me == 'w' && count == 1 && 2 * middle(only()) < columns + rows - 2) {
                play(me, "swap");
                return "swap";
            }
            int cell = choose();
            stones[cell] = me;
            count++;
            return (char) ('a' + cell % columns) + String.valueOf(cell / columns + 1);
        }
    }

    private static void send(OutputStream output, String line) throws IOException {
        output.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        output.flush();
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 4) {
            System.err.println("java Bot HOST PORT NAME TOKEN");
            System.exit(2);
        }
        try (Socket socket = new Socket(arguments[0], Integer.parseInt(arguments[1]))) {
            socket.setTcpNoDelay(true);
            OutputStream output = socket.getOutputStream();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            send(output, "hello 1 " + arguments[2] + " " + arguments[3]);
            Game game = null;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.trim().split("\\s+");
                if (words[0].equals("ping")) {
                    send(output, "pong " + words[1]);
                } else if (words[0].equals("reset")) {
                    game = new Game(words);
                    send(output, "ready " + game.number);
                } else if (words[0].equals("error")) {
                    System.err.println(line);
                } else if (game != null) {
                    hear(output, game, words);
                }
            }
        }
    }

    private static void hear(OutputStream output, Game game, String[] words) throws IOException {
        switch (words[0]) {
            case "replay":
                for (int index = 1; index < words.length; index++) {
                    game.play(words[index].charAt(0), words[index].substring(2));
                }
                break;
            case "played":
                game.play(words[1].charAt(0), words[2]);
                break;
            case "opening":
            case "turn":
                send(output, game.answer());
                break;
            case "move":
                game.play(game.other, words[1]);
                send(output, game.answer());
                break;
            case "swap":
                game.play(game.other, "swap");
                send(output, game.answer());
                break;
            case "bid":
                String[] chips = words[1].split(":");
                send(output, "bid " + Integer.parseInt(chips[game.me == 'b' ? 0 : 1]) / 5);
                break;
            case "advantage":
                send(output, "take");
                break;
            default:
                break;
        }
    }
}
