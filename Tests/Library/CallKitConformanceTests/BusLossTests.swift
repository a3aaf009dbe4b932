// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Foundation
import Testing

/// The bus itself stops, and another one starts at its address.
@Suite(.daemonLogs)
struct BusLossTests {
    private let folder: TemporaryDirectory
    private let address: String

    init() throws {
        folder = try TemporaryDirectory()
        address = "unix:path=" + folder.url.appendingPathComponent("bus").path
    }

    /// A bus at the address, and the daemon on it. Both end when the result is released.
    private func start() throws -> [ChildProcess] {
        let bus = try ChildProcess([
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + address, "--print-address",
        ])
        _ = try bus.waitForLine()
        let daemon = try ChildProcess([
            Product.path("monkeycalld"), "--address=" + address, "--config=/dev/null",
        ])
        try BusClient(address: address).waitForName(DaemonUnderTest.busName)
        return [daemon, bus]
    }

    @Test func `An app outlives its bus, and its calls continue on the next bus`() throws {
        var system = try start()
        let phone = try AppPlayer("Phone", at: address)
        try phone.does("provider", "delegate full", "ring A", "request answer A")
        try phone.wait(for: "activate")
        #expect(phone.take() == ["begin", "A reported", "accepted", "answer A", "activate"])
        for process in system { try process.kill9() }
        system = try start()
        try phone.wait(for: "begin")
        #expect(phone.take() == ["begin"])
        try phone.does("request end A")
        try phone.wait(for: "deactivate")
        #expect(phone.take() == ["accepted", "end A", "deactivate"])
    }

    @Test func `An observer sees the calls of other apps on the next bus`() throws {
        var system = try start()
        let observer = try AppPlayer("Observer", at: address)
        try observer.does("observe")
        for process in system { try process.kill9() }
        system = try start()
        let phone = try AppPlayer("Phone", at: address)
        try phone.does("provider", "delegate full", "ring A")
        try observer.wait(for: "sees A")
        _ = system
    }

    @Test func `An app that starts before the bus is registered when the bus starts`() throws {
        let phone = try AppPlayer("Phone", at: address)
        try phone.does("provider", "delegate full", "request start A +49")
        try phone.wait(for: "refused unknown")
        let system = try start()
        try phone.wait(for: "begin")
        try phone.does("ring A")
        try phone.wait(for: "A reported")
        #expect(phone.take() == ["refused unknown", "begin", "A reported"])
        _ = system
    }
}
