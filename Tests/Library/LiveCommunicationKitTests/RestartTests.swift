// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// The service crashes in each state of a conversation. The next service knows it, and the app does nothing for that.
@Suite(.daemonLogs)
struct RestartTests {
    private func scene(_ state: ServiceState) throws -> (Scene, AppPlayer) {
        let scene = try Scene(keepsState: state == .kept)
        return (scene, try scene.manager("Phone"))
    }

    @Test(arguments: ServiceState.allCases)
    func `An idle conversation is joined after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc ring A members=+49,+50 local=me name=Ada")
        try scene.restart("Phone")
        try scene.expect(calls: "A incoming")
        #expect(try scene.shell().property("Members", of: "A").elements?.count == 2)
        #expect(try scene.shell().property("LocalMember", of: "A")[1] == "me")
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["join A", "A joining", "A joined", "activate"]])
    }

    @Test(arguments: ServiceState.allCases, ["lc fulfil", "lc connected A"])
    func `A join is completed after a crash of the service`(state: ServiceState, completion: String) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "drop-habit obey", "lc ring A members=+49", "lc perform join A")
        try scene.restart("Phone")
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations A joining"]])
        try phone.does(completion, "lc fulfil")
        try scene.expect(["Phone": ["A joined", "activate"]])
        try scene.expect(calls: "A active")
    }

    @Test(arguments: ServiceState.allCases)
    func `A join that fails after a crash of the service ends the conversation`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "drop-habit obey", "lc ring A members=+49", "lc perform join A")
        try scene.restart("Phone")
        try phone.does("lc fail")
        try scene.expect(["Phone": ["A left"]])
        try scene.expect(calls: "")
    }

    @Test(arguments: ServiceState.allCases)
    func `A started conversation connects after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc perform start A +49 +50")
        try scene.restart("Phone")
        try scene.expect(calls: "A dialing")
        #expect(try scene.shell().property("Members", of: "A").elements?.count == 2)
        try scene.does(phone, "lc connecting A")
        try scene.restart("Phone")
        try scene.expect(calls: "A connecting")
        try phone.does("lc connected A")
        try scene.expect(["Phone": ["A joined"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A joined conversation goes on after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc ring A members=+49", "lc perform join A")
        try scene.restart("Phone")
        try scene.expect(calls: "A active")
        try phone.does("lc perform end A")
        try scene.expect(["Phone": ["end A", "A leaving", "A left", "deactivate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A paused conversation continues after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc ring A members=+49", "lc perform join A")
        try scene.does(phone, "lc perform pause A")
        try scene.restart("Phone")
        try scene.expect(calls: "A held")
        try phone.does("lc perform continue A")
        try scene.expect(["Phone": ["continue A", "A joined", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `An end is completed after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc ring A members=+49", "lc perform join A")
        try phone.does("drop-habit obey")
        try scene.does(phone, "lc perform end A")
        try scene.restart("Phone")
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations A leaving"]])
        try phone.does("lc fulfil")
        try scene.expect(["Phone": ["A left", "deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `A start that waits for its turn gets it from a service with the state`() throws {
        let (scene, phone) = try scene(.kept)
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try scene.does(phone, "lc perform start A +49")
        try scene.restart("Phone", "Chat")
        try chat.does("fulfil")
        try scene.expect(["Chat": ["deactivate"], "Phone": ["start A +49", "A joining", "activate"]])
    }

    @Test func `A start that waits for its turn is lost with the state, and its conversation ends`() throws {
        let (scene, phone) = try scene(.lost)
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try scene.does(phone, "lc perform start A +49")
        try scene.stage.restart()
        try scene.expect(["Phone": ["start A +49 timedOut", "A left", "begin"], "Chat": ["begin"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations "]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A conversation that ends without a service has left`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "lc ring A members=+49", "lc perform join A")
        try scene.stage.crash()
        try phone.does("lc ended A remoteEnded")
        try phone.wait(for: "deactivate")
        try scene.expect(["Phone": ["A left", "deactivate"]])
        try scene.restart("Phone")
        try scene.expect(calls: "")
    }
}
