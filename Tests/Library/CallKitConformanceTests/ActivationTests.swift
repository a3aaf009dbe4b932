// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Foundation
import Testing

/// The bus starts the service when an app needs it.
@Suite(.daemonLogs)
struct ActivationTests {
    private let folder: TemporaryDirectory
    private let bus: BusDaemon
    private let phone: AppPlayer

    init() throws {
        folder = try TemporaryDirectory()
        let service = """
            [D-BUS Service]
            Name=\(DaemonUnderTest.busName)
            Exec=\(try Product.path("monkeycalld")) --session --config=/dev/null
            """
        try folder.write(service, to: "\(DaemonUnderTest.busName).service")
        bus = try BusDaemon.session(serviceDirectories: [folder.url])
        phone = try AppPlayer("Phone", at: bus.address)
        try phone.does("provider", "delegate full")
        try phone.wait(for: "begin")
    }

    private func story() throws -> [String] {
        for round in 1...4 { _ = try phone.sync(round) }
        return phone.take()
    }

    @Test func `A provider starts the service and begins once`() throws {
        #expect(try story() == ["begin"])
        try phone.does("ring A", "request answer A")
        #expect(try story() == ["A reported", "accepted", "answer A", "activate"])
    }

    /// Kills the service. Returns when its name has no owner; no client has started it again.
    private func crash() throws {
        _ = try story()
        try signal(SIGKILL)
        let client = try BusClient(address: bus.address)
        try client.waitForName(DaemonUnderTest.busName, owned: false)
    }

    @Test func `An incoming call after a crash starts the service and is not lost`() throws {
        try crash()
        try phone.begins("ring A")
        try phone.wait(for: "A reported")
        try phone.does("request answer A")
        #expect(try story() == ["begin", "A reported", "accepted", "answer A", "activate"])
    }

    @Test func `A call that is reported during a crash is reported to the next service`() throws {
        _ = try story()
        try signal(SIGSTOP)
        try phone.begins("ring A")
        try phone.begins("update A name=Ada")
        try phone.begins("pending")
        try phone.wait(for: "pending ")
        try signal(SIGKILL)
        try phone.wait(for: "A reported")
        try phone.does("request answer A")
        #expect(try story() == ["pending ", "begin", "A reported", "accepted", "answer A", "activate"])
    }

    @Test func `An outgoing call after a crash starts the service and is accepted`() throws {
        try crash()
        try phone.begins("request start A +49")
        try phone.wait(for: "activate")
        #expect(try story() == ["begin", "accepted", "start A +49", "activate"])
    }

    @Test func `An end after a crash starts the service and ends the call`() throws {
        try phone.does("ring A", "request answer A")
        try phone.wait(for: "activate")
        try crash()
        try phone.begins("request end A")
        try phone.wait(for: "deactivate")
        #expect(try story() == ["begin", "accepted", "end A", "deactivate"])
    }

    private func signal(_ number: Int32) throws {
        let client = try BusClient(address: bus.address)
        let pid = try client.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
            .string(DaemonUnderTest.busName))
        kill(Int32(pid.first?.int ?? 0), number)
    }
}
