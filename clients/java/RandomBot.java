import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The smallest player for the arena: java RandomBot HOST PORT NAME TOKEN
 *
 * It plays a random empty cell. Start from here, and change choose; Bot.java shows a player that looks at the board.
 * The protocol is described in docs/reference/arena-protocol.md.
 */
public final class RandomBot {
    private final Random random = new Random();
    private final Set<String> taken = new HashSet<>();
    private int columns;
    private int rows;
    private boolean isBlack;

    /** The next move: any empty cell, such as c4. */
    private String choose() {
        List<String> empty = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            for (int row = 0; row < rows; row++) {
                String cell = name(column, row);
                if (!taken.contains(cell)) {
                    empty.add(cell);
                }
            }
        }
        return empty.get(random.nextInt(empty.size()));
    }

    private static String name(int column, int row) {
        return (char) ('a' + column) + Integer.toString(row + 1);
    }

    /** A stone was played; or a swap mirrored the only stone. */
    private void note(String word) {
        if (word.equals("swap")) {
            String stone = taken.iterator().next();
            taken.clear();
            taken.add(name(Integer.parseInt(stone.substring(1)) - 1, stone.charAt(0) - 'a'));
        } else {
            taken.add(word.toLowerCase());
        }
    }

    /** The answer to a signal; null if it asks for none. */
    private String answer(String[] words) {
        switch (words[0]) {
            case "ping":
                return "pong " + words[1];
            case "reset":
                // reset GAME VARIANT SIZE COLOUR key=value...
                String[] sides = words[3].split("x");
                columns = Integer.parseInt(sides[0]);
                rows = Integer.parseInt(sides[sides.length - 1]);
                isBlack = words[4].equals("black");
                taken.clear();
                return "ready " + words[1];
            case "replay":
                for (int index = 1; index < words.length; index++) {
                    note(words[index].substring(2));
                }
                return null;
            case "played":
                note(words[2]);
                return null;
            case "bid":
                int chips = Integer.parseInt(words[1].split(":")[isBlack ? 0 : 1]);
                return "bid " + random.nextInt(chips + 1);
            case "advantage":
                return "take";
            case "move":
                note(words[1]);
                break;
            case "swap":
                note("swap");
                break;
            case "opening":
            case "turn":
                break;
            default:
                return null;
        }
        String cell = choose();
        taken.add(cell);
        return cell;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 4) {
            System.err.println("java RandomBot HOST PORT NAME TOKEN");
            System.exit(2);
        }
        RandomBot bot = new RandomBot();
        try (Socket socket = new Socket(arguments[0], Integer.parseInt(arguments[1]))) {
            socket.setTcpNoDelay(true);
            OutputStream output = socket.getOutputStream();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = "hello 1 " + arguments[2] + " " + arguments[3];
            while (true) {
                if (answer != null) {
                    output.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
                    output.flush();
                }
                String line = lines.readLine();
                if (line == null) {
                    return;
                }
                answer = bot.answer(line.trim().split("\\s+"));
            }
        }
    }
}
