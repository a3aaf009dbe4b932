// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The command line, which always gets the address of the stage's bus.
extension Stage {
    /// Runs a command to its end.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], timeout: Double? = nil
    ) throws -> CommandResult {
        try ChildProcess.run(try command(arguments), environment: environment, timeout: timeout)
    }

    /// Starts a command that keeps running.
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
        programs.append(child)
        return child
    }

    /// Lets a provider's call ring, and returns its id.
    func ring(_ provider: ChildProcess, _ caller: String = "+4930123456 Ada") throws -> String {
        try provider.writeLine("incoming \(caller)")
        return try word(1, of: provider.waitForLine { $0.hasPrefix("ringing ") })
    }

    /// Dials calls with these ids at a provider that runs with `--auto`. Waits until each call is active, because the
    /// next call would end one that is not.
    func dial(_ ids: [String]) throws {
        let watch = try start("watch", "--json")
        for id in ids {
            try run("dial", "org.example.Alpha", "+49", "--id", id)
            _ = try watch.waitForLine { $0.contains(id) && $0.contains(#""State":"active""#) }
        }
    }

    /// The JSON object of each call.
    func calls() throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(run("list", "--json").output.utf8)) as? [[String: Any]])
    }

    func property(_ key: String, of call: String) throws -> String? {
        try calls().first { $0["UUID"] as? String == call }?[key] as? String
    }

    func command(_ arguments: [String]) throws -> [String] {
        [try Product.path("monkeycall"), "--address=\(bus.address)"] + arguments
    }
}

/// A word of a line; the first has the index 0.
func word(_ index: Int, of line: String) throws -> String {
    let words = line.split(separator: " ")
    return String(try #require(words.indices.contains(index) ? words[index] : nil, "\(line) is too short"))
}

/// The object in a line of JSON.
func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line) is no object")
}
