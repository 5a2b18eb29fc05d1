// A small, complete player for the arena: bot HOST PORT NAME TOKEN
//
// It plays where its own shortest way across the board meets the opponent's. Change `choose` to make it stronger.
// The protocol is described in docs/reference/arena-protocol.md. Build: g++ -std=c++17 -O2 -o bot bot.cpp

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

constexpr std::array<std::array<int, 2>, 6> neighbours{{{0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}}};
constexpr int never = 1000;

/// What the player knows of the game it plays. Cells are row * columns + column; stones are 'b', 'w' and 0.
class Game {
public:
    /// reset GAME VARIANT SIZE COLOUR key=value...
    explicit Game(const Words& words) : number(words[1]), me(words[4][0]), other(me == 'b' ? 'w' : 'b') {
        const auto x = words[3].find('x');
        columns = std::stoi(words[3]);
        rows = x == std::string::npos ? columns : std::stoi(words[3].substr(x + 1));
        may_swap = std::find(words.begin(), words.end(), "swap=yes") != words.end();
        stones.assign(columns * rows, 0);
    }

    /// Takes note of a stone, or of a swap: the only stone changes its colour and is mirrored.
    void play(char color, const std::string& word) {
        if (word == "swap") {
            const int cell = only();
            stones[cell] = 0;
            stones[cell % columns * columns + cell / columns] = color;
            return;
        }
        const int column = std::tolower(static_cast<unsigned char>(word[0])) - 'a';
        stones[(std::stoi(word.substr(1)) - 1) * columns + column] = color;
        ++count;
    }

    /// The next move as a word: a cell, or swap for a first stone that is too near the middle.
    std::string answer() {
        if (may_swap && me == 'w' && count == 1 && 2 * middle(only()) < columns + rows - 2) {
            play(me, "swap");
            return "swap";
        }
        const int cell = choose();
        stones[cell] = me;
        ++count;
        return static_cast<char>('a' + cell % columns) + std::to_string(cell / columns + 1);
    }

    const std::string number;
    const char me;
    const char other;

private:
    /// The best move: the empty cell that lies on the shortest ways of both, near the middle.
    int choose() const {
        const std::array<std::vector<int>, 4> maps{distances('b', false), distances('b', true), distances('w', false),
                                                   distances('w', true)};
        int best = -1;
        int least = 0;
        for (int cell = 0; cell < columns * rows; ++cell) {
            int cost = middle(cell);
            for (const auto& map : maps) cost += 100 * map[cell];
            if (stones[cell] == 0 && (best < 0 || cost < least)) {
                least = cost;
                best = cell;
            }
        }
        return best;
    }

    /// For each cell: how many stones are missing from there to one of the colour's edges, itself included.
    std::vector<int> distances(char color, bool far) const {
        std::vector<int> best(columns * rows, never);
        std::deque<int> queue;
        const auto reach = [&](int cell, int distance) {
            if (stones[cell] != 0 && stones[cell] != color) return;
            distance += stones[cell] == 0;
            if (distance < best[cell]) {
                best[cell] = distance;
                queue.push_back(cell);
            }
        };
        for (int cell = 0; cell < columns * rows; ++cell) {
            const int place = color == 'b' ? cell / columns : cell % columns;
            const int last = color == 'b' ? rows - 1 : columns - 1;
            if (place == (far ? last : 0)) reach(cell, 0);
        }
        while (!queue.empty()) {
            const int cell = queue.front();
            queue.pop_front();
            for (const auto& step : neighbours) {
                const int column = cell % columns + step[0];
                const int row = cell / columns + step[1];
                if (column >= 0 && column < columns && row >= 0 && row < rows) {
                    reach(row * columns + column, best[cell]);
                }
            }
        }
        return best;
    }

    int middle(int cell) const {
        return std::abs(2 * (cell % columns) - columns + 1) + std::abs(2 * (cell / columns) - rows + 1);
    }

    int only() const {
        const auto stone = std::find_if(stones.begin(), stones.end(), [](char found) { return found != 0; });
        return stone == stones.end() ? 0 : static_cast<int>(stone - stones.begin());
    }

    int columns;
    int rows;
    bool may_swap;
    int count = 0;
    std::vector<char> stones;
};

/// A connection that is read and written line by line.
class Connection {
public:
    Connection(const char* host, const char* port) {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (getaddrinfo(host, port, &hints, &found) != 0) return;
        for (const addrinfo* address = found; address != nullptr && socket_ < 0; address = address->ai_next) {
            socket_ = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
            if (socket_ >= 0 && connect(socket_, address->ai_addr, address->ai_addrlen) != 0) {
                close(socket_);
                socket_ = -1;
            }
        }
        freeaddrinfo(found);
        const int on = 1;
        if (socket_ >= 0) setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        if (socket_ >= 0) close(socket_);
    }

    bool is_open() const { return socket_ >= 0; }

    void send_line(std::string line) {
        line += '\n';
        for (size_t sent = 0; sent < line.size();) {
            const ssize_t count = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (count <= 0) return;  // The next read says that the connection is lost.
            sent += static_cast<size_t>(count);
        }
    }

    std::optional<std::string> read_line() {
        for (;;) {
            const auto end = buffer_.find('\n');
            if (end != std::string::npos) {
                std::string line = buffer_.substr(0, end);
                buffer_.erase(0, end + 1);
                return line;
            }
            char chunk[1024];
            const ssize_t count = recv(socket_, chunk, sizeof chunk, 0);
            if (count <= 0) return std::nullopt;
            buffer_.append(chunk, static_cast<size_t>(count));
        }
    }

private:
    int socket_ = -1;
    std::string buffer_;
};

void hear(Connection& connection, Game& game, const Words& words) {
    const std::string& signal = words[0];
    if (signal == "replay") {
        for (size_t index = 1; index < words.size(); ++index) game.play(words[index][0], words[index].substr(2));
    } else if (signal == "played") {
        game.play(words[1][0], words[2]);
    } else if (signal == "opening" || signal == "turn") {
        connection.send_line(game.answer());
    } else if (signal == "move" || signal == "swap") {
        game.play(game.other, signal == "move" ? words[1] : "swap");
        connection.send_line(game.answer());
    } else if (signal == "bid") {
        const auto colon = words[1].find(':');
        const int chips = std::stoi(game.me == 'b' ? words[1] : words[1].substr(colon + 1));
        connection.send_line("bid " + std::to_string(chips / 5));
    } else if (signal == "advantage") {
        connection.send_line("take");
    }
}

int main(int count, char** arguments) {
    if (count != 5) {
        std::cerr << "bot HOST PORT NAME TOKEN\n";
        return 2;
    }
    Connection connection(arguments[1], arguments[2]);
    if (!connection.is_open()) {
        std::cerr << "cannot connect to " << arguments[1] << " port " << arguments[2] << '\n';
        return 1;
    }
    connection.send_line(std::string("hello 1 ") + arguments[3] + " " + arguments[4]);
    std::optional<Game> game;
    while (const auto line = connection.read_line()) {
        std::istringstream text(*line);
        Words words;
        for (std::string word; text >> word;) words.push_back(word);
        if (words.empty()) continue;
        if (words[0] == "ping") {
            connection.send_line("pong " + words[1]);
        } else if (words[0] == "reset") {
            game.emplace(words);
            connection.send_line("ready " + game->number);
        } else if (words[0] == "error") {
            std::cerr << *line << '\n';
        } else if (game) {
            hear(connection, *game, words);
        }
    }
}
