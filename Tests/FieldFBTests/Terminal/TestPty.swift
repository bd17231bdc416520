import Foundation
import Testing

/// A pair of pseudo terminals; the test is the terminal, the code its program.
final class TestPty {
    let controller: CInt
    let terminal: CInt

    init(columns: UInt16 = 20, rows: UInt16 = 6, width: UInt16 = 0, height: UInt16 = 0) throws {
        var controller: CInt = 0
        var terminal: CInt = 0
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
        try #require(openpty(&controller, &terminal, nil, nil, &size) == 0)
        self.controller = controller
        self.terminal = terminal
        #expect(fcntl(controller, F_SETFL, O_NONBLOCK) == 0)
    }

    deinit {
        close(controller)
        close(terminal)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(controller, bytes, bytes.count) == bytes.count)
    }

    /// Everything that was written so far.
    func written() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(controller, &buffer, buffer.count)
            if count <= 0 { return all }
            all += buffer[..<count]
        }
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        #expect(ioctl(controller, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// The flags of the line discipline, for comparing.
    var state: [UInt32] {
        var state = termios()
        #expect(tcgetattr(terminal, &state) == 0)
        let special = withUnsafeBytes(of: &state.c_cc) { $0.map { UInt32($0) } }
        return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag] + special
    }
}
