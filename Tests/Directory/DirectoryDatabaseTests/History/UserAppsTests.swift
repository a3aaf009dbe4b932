// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import Testing

/// The apps that the user has decided about, and those of the calls in the history.
struct UserAppsTests {
    private let sample: Sample
    private let apps: UserApps
    private let history: History

    init() throws {
        sample = try Sample()
        (apps, history) = (UserApps(sample.database), History(sample.database))
    }

    private func record(_ id: UInt64, at time: Time, _ provider: String, app: String = "", name: String) throws {
        var call = PastCall(
            CallID(high: 0, low: id), provider: provider, startedAt: time, endedAt: time, endedReason: .remoteEnded,
            outcome: .answered)
        (call.app, call.providerName) = (app, name)
        try history.record([call])
    }

    @Test func `A decision comes back, and the last one counts`() throws {
        try apps.set("org.example.One", app: "", allowed: false)
        try apps.set("org.example.Two", app: "", allowed: true)
        #expect(try apps.answers == ["org.example.One": false, "org.example.Two": true])
        try apps.set("org.example.One", app: "", allowed: true)
        #expect(try apps.answers == ["org.example.One": true, "org.example.Two": true])
    }

    @Test func `A decision about a sandboxed app is about its id, and replaces one about its provider`() throws {
        try apps.set("org.example.Box.2", app: nil, allowed: false)
        #expect(try apps.answers == ["org.example.Box.2": false])
        try apps.set("org.example.Box.2", app: "org.example.Box", allowed: true)
        #expect(try apps.answers == ["org.example.Box": true])
    }

    @Test func `The last call tells the sandbox of an app that does not run`() throws {
        try record(1, at: 1, "org.example.Box.2", name: "Old")
        try record(2, at: 2, "org.example.Box.2", app: "org.example.Box", name: "Box")
        try apps.set("org.example.Box.2", app: nil, allowed: false)
        #expect(try apps.answers == ["org.example.Box": false])
        // A program outside a sandbox is registered with the identifier now.
        try apps.set("org.example.Box.2", app: "", allowed: false)
        #expect(try apps.answers == ["org.example.Box": false, "org.example.Box.2": false])
    }

    @Test func `No more apps are switched off than the service takes, and others can be allowed`() throws {
        let most = Limits().disabledProviders
        for number in 1...most { try apps.set("app\(number)", app: "", allowed: false) }
        #expect(throws: DirectoryProblem.self) { try apps.set("other", app: "", allowed: false) }
        #expect(try apps.answers["other"] == nil)
        try apps.set("app1", app: "", allowed: true)
        try apps.set("other", app: "", allowed: false)
        #expect(try apps.answers.values.count { !$0 } == most)
    }

    @Test func `The apps of the history are listed in order, each with its last call and the name at that call`() throws
    {
        #expect(try history.apps(limit: 10) == [])
        try record(1, at: 10, "b", name: "Bee")
        try record(2, at: 30, "b", app: "box", name: "Bee 2")
        try record(3, at: 20, "b", name: "Bee 3")
        try record(4, at: 5, "a", name: "Ay")
        try record(5, at: 50, "c", name: "")
        let listed = try history.apps(limit: 10)
        #expect(listed.map(\.line.provider) == ["a", "b", "c"])
        #expect(listed.map(\.line.app) == ["", "box", ""])
        #expect(listed.map(\.name) == ["Ay", "Bee 2", ""])
        #expect(listed.map(\.lastCall) == [5, 30, 50])
        #expect(try history.apps(limit: 2) == Array(listed.prefix(2)))
    }
}
