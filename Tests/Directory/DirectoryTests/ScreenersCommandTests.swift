// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `monkeycall screeners`, with a real directory.
@Suite(.daemonLogs)
struct ScreenersCommandTests {
    private let directory: DirectoryUnderTest
    private static let name = "org.example.Filter"

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    private func run(_ words: String...) throws -> String {
        let result = try directory.monkeycall(["screeners"] + words)
        #expect(result.succeeded, "\(result.errors)")
        return result.output
    }

    private func state() throws -> [Substring]? {
        try run().split(separator: "\n").dropFirst().first?.split(separator: " ", maxSplits: 1)
    }

    @Test func `screeners shows the apps that ask, and enables and disables them`() throws {
        #expect(try run() == "No app has asked to screen calls.\n")
        let screening = directory.object("Screening", client: try BusClient(address: directory.session.address))
        #expect(try screening.error("RegisterScreener", .string(Self.name), [:]) != nil)
        #expect(try state()?.last?.contains("not enabled") == true)
        #expect(try run("enable", Self.name) == "\(Self.name)  enabled\n")
        #expect(try state()?.last?.contains("does not run") == true)
        try screening.call("RegisterScreener", .string(Self.name), [:])
        #expect(try state()?.last?.contains("screens calls") == true)
        let shown = try JSONSerialization.jsonObject(with: Data(run("--json").utf8)) as? [[String: Any]]
        #expect(shown?.map { $0["Identifier"] as? String } == [Self.name])
        #expect(shown?.first?["Enabled"] as? Bool == true && shown?.first?["Registered"] as? Bool == true)
        #expect(try run("disable", Self.name) == "\(Self.name)  disabled\n")
        #expect(try state()?.last?.contains("screens calls") != true)
    }
}
