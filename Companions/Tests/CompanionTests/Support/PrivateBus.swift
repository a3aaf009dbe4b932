// SPDX-License-Identifier: MIT

import Foundation
import SDBus
import Testing

import class BusTesting.BusClient
import class BusTesting.ChildProcess

/// The session bus that `make companions` starts for the tests, so that they never meet the programs of a user.
enum PrivateBus {
    static func address() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        return try #require(
            environment["MONKEYCALL_PRIVATE_BUS"].flatMap {
                $0.isEmpty ? nil : environment["DBUS_SESSION_BUS_ADDRESS"]
            },
            "Run these tests with `make companions`, which starts a bus for them.")
    }

    /// A connection for calls of a test.
    static func client() throws -> BusConnection { try BusConnection(.address(address()), description: "test") }

    /// Starts a program, and returns when a process owns that name.
    static func start(
        _ arguments: [String], _ environment: [String: String] = [:], owning name: String
    ) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment)
        try BusClient(address: address()).waitForName(name)
        return process
    }

    /// Ends a program, and returns when its name has no owner.
    static func end(_ process: ChildProcess, _ name: String) throws {
        try process.kill9()
        try BusClient(address: address()).waitForName(name, owned: false)
    }
}
