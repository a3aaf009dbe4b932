// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The answers of a modem to AT commands, and its calls. Pure: a line goes in, lines come out.
struct ATCommands {
    var calls = ModemCalls()
    /// What a modem has that says NO CARRIER before OK when a command ends a call.
    var saysNoCarrierFirst = false
    var refusesToDial = false
    var refusesToHold = false
    /// The DTMF digits that were sent.
    private(set) var tones = ""
    /// Tells modems apart.
    let serial: String

    init(serial: String) { self.serial = serial }

    /// The lines of the reply to a line without its `AT`; the last one is the result. A line may join several commands.
    mutating func reply(to line: String) -> [String] {
        var said: [String] = []
        let commands = line.hasPrefix("+") ? line.split(separator: ";").map(String.init) : [line]
        for command in commands {
            said += replyToOne(command)
            if said.last != "OK" { return said }
            said.removeLast()
        }
        return said + ["OK"]
    }

    private mutating func replyToOne(_ command: String) -> [String] {
        let upper = command.uppercased()
        if let answer = answers(upper) { return answer + ["OK"] }
        if upper.hasPrefix("D") { return result(!refusesToDial && calls.dial(Self.number(command))) }
        if upper == "A" { return result(calls.answer()) }
        if upper == "+CHUP" { return end { $0.hangUp() } }
        if upper.hasPrefix("+CHLD=") { return change(String(upper.dropFirst(6))) }
        if upper.hasPrefix("+VTS=") { return play(command.dropFirst(5)) }
        return Self.isKnownSetting(upper) ? ["OK"] : ["ERROR"]
    }

    /// Whether the command, without its `AT`, dials, answers, holds or ends calls.
    static func changesCalls(_ command: String) -> Bool {
        let upper = command.uppercased()
        if upper == "+CHLD=?" { return false }
        return ["A", "H", "+CHUP"].contains(upper) || ["D", "+CHLD="].contains { upper.hasPrefix($0) }
    }

    private mutating func change(_ operation: String) -> [String] {
        if refusesToHold, operation.hasPrefix("2") { return ["ERROR"] }
        return operation.hasPrefix("2") || operation.hasPrefix("3")
            ? result(calls.change(operation)) : end { $0.change(operation) }
    }

    /// A command that ends calls. A modem without a call accepts a hang-up.
    private mutating func end(_ perform: (inout ModemCalls) -> Bool) -> [String] {
        let ended = perform(&calls)
        return (ended && saysNoCarrierFirst ? ["NO CARRIER"] : []) + ["OK"]
    }

    private mutating func play(_ digits: Substring) -> [String] {
        // Like many modems, this one plays one digit for each command.
        tones += digits.prefix(1)
        return result(calls.calls.contains { $0.state == .active })
    }

    private func result(_ isPerformed: Bool) -> [String] { [isPerformed ? "OK" : "ERROR"] }

    private static func number(_ command: String) -> String { command.dropFirst().filter { $0 != ";" } }

    /// Facts of a modem that is registered in its home network.
    private func answers(_ command: String) -> [String]? {
        switch command {
        case "", "E0", "V1": []
        // `+CVHU=1`: for data only. ModemManager sends it to every modem that it finds, also during a call.
        case "H": []
        case "I", "+GMI", "+CGMI": ["MonkeyCall"]
        case "+GMM", "+CGMM": ["Simulator"]
        case "+GMR", "+CGMR": ["1"]
        case "+CGSN", "+GSN": [serial]
        case "+GCAP": ["+GCAP: +CGSM"]
        case "+CPIN?": ["+CPIN: READY"]
        case "+CFUN?": ["+CFUN: 1"]
        case "+CIMI": [serial]
        // The emergency numbers of the SIM: 112 and 118.
        case "+CRSM=176,28599,0,0,15": ["+CRSM: 144,0,\"11F2FF11F8FFFFFFFFFFFFFFFFFFFF\""]
        case "+CREG?": ["+CREG: 1,1"]
        case "+CGREG?": ["+CGREG: 1,1"]
        case "+COPS?": ["+COPS: 0,2,\"26201\",0"]
        case "+CSQ": ["+CSQ: 20,99"]
        case "+CHLD=?": [refusesToHold ? "+CHLD: (0,1,1x)" : "+CHLD: (0,1,1x,2,2x,3,4)"]
        case "+CLCC": calls.list
        case "+CCWA=?": ["+CCWA: (0,1)"]
        case "+CREG=?": ["+CREG: (0-2)"]
        case "+CGREG=?": ["+CGREG: (0-2)"]
        case "+CSCS=?": ["+CSCS: (\"IRA\",\"UCS2\")"]
        case "+CSCS?": ["+CSCS: \"IRA\""]
        default: nil
        }
    }

    /// Settings that this modem takes and does not need.
    private static func isKnownSetting(_ command: String) -> Bool {
        [
            "E", "V", "X", "Z", "&", "+CMEE", "+CFUN=", "+CREG=", "+CGREG=", "+COPS=", "+CLIP=", "+CRC=", "+CCWA=",
            "+COLP=", "+CSSN=", "+CSCS=", "+CSQ", "+CVHU=", "+VTD=", "+CLIR=", "+CLCC=",
        ].contains { command.hasPrefix($0) }
    }
}

/// The socket that a simulated modem listens on. Each connection has a thread.
final class ATListener: Sendable {
    let port: SimulatedModem.Port
    private let socket: Descriptor

    private init(_ port: SimulatedModem.Port, _ socket: Descriptor) {
        (self.port, self.socket) = (port, socket)
    }

    /// A socket in the abstract namespace, which ModemManager connects to.
    static func abstract(_ name: String) throws -> ATListener {
        let socket = try open(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let length = MemoryLayout<sa_family_t>.size + 1 + name.utf8.count
        try listen(socket, &address, socklen_t(length))
        return ATListener(.abstract(name), socket)
    }

    /// A free TCP port of this machine, which oFono connects to.
    static func tcp() throws -> ATListener {
        let socket = try open(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        try listen(socket, &address, socklen_t(MemoryLayout<sockaddr_in>.size))
        var bound = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &bound) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.number, $0, &length) }
        }
        guard result == 0 else { throw SupportError("the modem's socket has no port") }
        return ATListener(.tcp(UInt16(bigEndian: bound.sin_port)), socket)
    }

    /// Passes on each connection.
    func start(_ accepted: @escaping @Sendable (ATLine) -> Void) {
        let socket = socket
        Thread.detachNewThread {
            while true {
                let number = accept(socket.number, nil, nil)
                if number < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard number >= 0 else { return }
                accepted(ATLine(Descriptor(owning: number)))
            }
        }
    }

    func stop() { shutdown(socket.number, Int32(SHUT_RDWR)) }

    private static func open(_ family: Int32) throws -> Descriptor {
        let number = Foundation.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SupportError("there is no socket for a modem") }
        return Descriptor(owning: number)
    }

    private static func listen<Address>(_ socket: Descriptor, _ address: inout Address, _ length: socklen_t) throws {
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.number, $0, length) }
        }
        guard result == 0, Foundation.listen(socket.number, SOMAXCONN) == 0 else {
            throw SupportError("a modem cannot listen: \(String(cString: strerror(errno)))")
        }
    }
}

/// A connection of a daemon to a simulated modem.
final class ATLine: Sendable {
    private let socket: Descriptor

    init(_ socket: Descriptor) { self.socket = socket }

    /// Sends lines. Returns false if the daemon has closed the connection.
    func write(_ lines: [String]) -> Bool {
        (try? socket.write(Array(lines.map { "\r\n\($0)\r\n" }.joined().utf8))) != nil
    }

    /// Passes on the commands of the daemon, without their `AT`, on a thread of its own, until it closes the
    /// connection.
    func read(_ command: @escaping @Sendable (String) -> Void) {
        Thread.detachNewThread { [self] in
            var text = ""
            var chunk = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = Foundation.read(socket.number, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                text += String(decoding: chunk[..<count], as: UTF8.self)
                while let end = text.firstIndex(where: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }) {
                    let line = text[..<end].trimmingCharacters(in: .whitespaces)
                    text = String(text[text.index(after: end)...])
                    if line.uppercased().hasPrefix("AT") { command(String(line.dropFirst(2))) }
                }
            }
        }
    }
}
