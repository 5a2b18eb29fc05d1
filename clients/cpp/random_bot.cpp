// The smallest player for the arena: random_bot HOST PORT NAME TOKEN
//
// It plays a random empty cell. Start from here, and change `choose`; bot.cpp shows a player that looks at the board.
// The protocol is described in docs/reference/arena-protocol.md. Build: g++ -std=c++17 -O2 -o random_bot random_bot.cpp

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <iostream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;  // column and row, from 0

class Bot {
public:
    /// The answer to a signal; empty if it asks for none.
    std::string answer(const std::vector<std::string>& words) {
        const std::string signal = words.empty() ? "" : words[0];
        if (signal == "ping") return "pong " + words[1];
        if (signal == "reset") {  // reset GAME VARIANT SIZE COLOUR key=value...
            const auto x = words[3].find('x');
            columns = std::stoi(words[3]);
            rows = x == std::string::npos ? columns : std::stoi(words[3].substr(x + 1));
            is_black = words[4] == "black";
            taken.clear();
            return "ready " + words[1];
        }
        if (signal == "replay") {
            for (std::size_t index = 1; index < words.size(); ++index) note(words[index].substr(2));
            return "";
        }
        if (signal == "played") {
            note(words[2]);
            return "";
        }
        if (signal == "bid") {
            const auto colon = words[1].find(':');
            const int chips = std::stoi(is_black ? words[1].substr(0, colon) : words[1].substr(colon + 1));
            return "bid " + std::to_string(below(chips + 1));
        }
        if (signal == "advantage") return "take";
        if (signal == "move") note(words[1]);
        else if (signal == "swap") note("swap");
        else if (signal != "opening" && signal != "turn") return "";
        const Cell cell = choose();
        taken.insert(cell);
        return static_cast<char>('a' + cell.first) + std::to_string(cell.second + 1);
    }

private:
    /// The next move: any empty cell.
    Cell choose() {
        std::vector<Cell> empty;
        for (int column = 0; column < columns; ++column)
            for (int row = 0; row < rows; ++row)
                if (taken.count({column, row}) == 0) empty.emplace_back(column, row);
        return empty[below(static_cast<int>(empty.size()))];
    }

    /// A stone was played; or a swap mirrored the only stone.
    void note(const std::string& word) {
        if (word == "swap") {
            const Cell stone = *taken.begin();
            taken = {{stone.second, stone.first}};
        } else {
            taken.insert({std::tolower(word[0]) - 'a', std::stoi(word.substr(1)) - 1});
        }
    }

    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random); }

    int columns = 0;
    int rows = 0;
    bool is_black = true;
    std::set<Cell> taken;
    std::mt19937 random{std::random_device{}()};
};

bool send_line(int server, std::string line) {
    line += '\n';
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t count = send(server, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) return false;
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

int main(int count, char** arguments) {
    if (count != 5) {
        std::cerr << "random_bot HOST PORT NAME TOKEN\n";
        return 2;
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* address = nullptr;
    int server = -1;
    if (getaddrinfo(arguments[1], arguments[2], &hints, &address) == 0) {
        server = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
        if (server >= 0 && connect(server, address->ai_addr, address->ai_addrlen) != 0) server = -1;
        freeaddrinfo(address);
    }
    if (server < 0) {
        std::cerr << "cannot connect to " << arguments[1] << " port " << arguments[2] << '\n';
        return 1;
    }
    const int on = 1;
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Bot bot;
    send_line(server, std::string("hello 1 ") + arguments[3] + " " + arguments[4]);
    std::string line;
    char byte = 0;
    while (recv(server, &byte, 1, 0) == 1) {
        if (byte != '\n') {
            line += byte;
            continue;
        }
        std::istringstream text(line);
        std::vector<std::string> words;
        for (std::string word; text >> word;) words.push_back(word);
        line.clear();
        const std::string answer = bot.answer(words);
        if (!answer.empty() && !send_line(server, answer)) break;
    }
    close(server);
    return 0;
}
