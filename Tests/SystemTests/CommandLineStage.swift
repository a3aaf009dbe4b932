// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A bus, the daemon on it, and the command line, which is always told which bus it is.
final class CommandLineStage {
    let bus: BusDaemon
    private(set) var daemon: DaemonUnderTest
    /// Who was started stays until the end.
    private var children: [ChildProcess] = []

    init() throws {
        bus = try BusDaemon.session()
        daemon = try DaemonUnderTest(on: bus)
    }

    /// Runs a command to its end.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], timeout: Double? = nil
    ) throws -> CommandResult {
        try ChildProcess.run(try command(arguments), environment: environment, timeout: timeout)
    }

    /// Starts a command that stays.
    func start(_ arguments: String...) throws -> ChildProcess { try start(arguments) }

    /// Starts a provider and waits until it is registered.
    @discardableResult
    func provider(_ name: String = "org.example.Alpha", _ options: String...) throws -> ChildProcess {
        let provider = try start(["provider", name] + options)
        _ = try provider.waitForLine { $0.contains("registered") }
        return provider
    }

    private func start(_ arguments: [String]) throws -> ChildProcess {
        let child = try ChildProcess(try command(arguments))
        children.append(child)
        return child
    }

    /// Lets a provider's call ring, and returns its id.
    func ring(_ provider: ChildProcess, _ caller: String = "+4930123456 Ada") throws -> String {
        try provider.writeLine("incoming \(caller)")
        return try word(1, of: provider.waitForLine { $0.hasPrefix("ringing ") })
    }

    /// Makes calls with these ids, one after the other, by a provider that does everything by itself. Each is active
    /// before the next begins, or that one would end it.
    func dial(_ ids: [String]) throws {
        let watch = try start("watch", "--json")
        for id in ids {
            try run("dial", "org.example.Alpha", "+49", "--id", id)
            _ = try watch.waitForLine { $0.contains(id) && $0.contains(#""State":"active""#) }
        }
    }

    /// An object for each call.
    func calls() throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(run("list", "--json").output.utf8)) as? [[String: Any]])
    }

    /// One property of a call.
    func property(_ key: String, of call: String) throws -> String? {
        try calls().first { $0["UUID"] as? String == call }?[key] as? String
    }

    /// Ends the daemon, and starts another one.
    func restart(kill: Bool = false) throws {
        if kill { try daemon.kill9() } else { try daemon.stop() }
        daemon = try DaemonUnderTest(on: bus)
    }

    func command(_ arguments: [String]) throws -> [String] {
        [try Product.path("monkeycall"), "--address=\(bus.address)"] + arguments
    }
}

/// A word of a line.
func word(_ index: Int, of line: String) throws -> String {
    let words = line.split(separator: " ")
    return String(try #require(words.indices.contains(index) ? words[index] : nil, "\(line) is too short"))
}

/// A line of JSON.
func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line) is no object")
}
