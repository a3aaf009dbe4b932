// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// The daemon crashes. The next daemon knows the existing calls, and the app does nothing for that: either the daemon
/// has kept its state, or the library registers the app again and reports its calls.
@Suite(.daemonLogs)
struct RestartTests {
    private func scene(_ state: ServiceState) throws -> (Scene, AppPlayer) {
        let scene = try Scene(keepsState: state == .kept)
        return (scene, try scene.app("Phone"))
    }

    @Test(arguments: ServiceState.allCases)
    func `A ringing call can be answered after a crash of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A name=Ada handle=+49")
        try scene.restart("Phone")
        try scene.expect(calls: "A incoming")
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == "Ada")
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["answer A", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `An active call has the audio again after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A name=Ada", "request answer A")
        try scene.does(phone, "update A name=Bob holding=no")
        try scene.restart("Phone")
        try scene.expect(calls: "A active")
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == "Bob")
        #expect(try scene.shell().property("SupportsHolding", of: "A") == false)
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A dialing call connects after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "request start A +49")
        try scene.restart("Phone")
        try scene.expect(calls: "A dialing")
        #expect(try scene.shell().property("Outgoing", of: "A") == true)
        try scene.does(phone, "connecting A")
        try scene.restart("Phone")
        try scene.expect(calls: "A connecting")
        try phone.does("connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
        #expect(try scene.shell().property("RemoteHandle", of: "A")[1] == "+49")
    }

    @Test(arguments: ServiceState.allCases)
    func `A held call stays held after a crash, and its resume brings the audio`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(phone, "request hold A")
        try scene.restart("Phone")
        try scene.expect(calls: "A held")
        try phone.does("request resume A")
        try scene.expect(["Phone": ["accepted", "resume A", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A muted call stays muted after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(phone, "request mute A")
        try scene.restart("Phone")
        #expect(try scene.shell().property("Muted", of: "A") == true)
    }

    @Test(arguments: ServiceState.allCases)
    func `A held call and an active call of two apps stay as they were after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(chat, "ring B", "request answer B")
        try scene.restart("Phone", "Chat")
        try scene.expect(calls: "A held, B active")
        try scene.shell().request([.hold("B"), .resume("A")])
        try scene.expect(["Chat": ["hold B", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test(arguments: ["shell", "app"], ServiceState.allCases)
    func `A call that is held for another resumes after a crash when the other is ended here`(
        by asker: String, state: ServiceState
    ) throws {
        let (scene, phone) = try scene(state)
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(chat, "ring B", "request answer B")
        for _ in 1...2 {
            try scene.restart("Phone", "Chat")
        }
        #expect(try scene.shell().property("Reason", of: "A") == "held-for-answer")
        if asker == "app" { try chat.does("request end B") } else { try scene.shell().ask("End", "B") }
        let accepted = asker == "app" ? ["accepted"] : []
        try scene.expect(["Chat": accepted + ["end B", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A call that is held for another stays held after a crash when the other side ends the other`(
        state: ServiceState
    ) throws {
        let (scene, phone) = try scene(state)
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(chat, "ring B", "request answer B")
        try scene.stage.restart()
        try scene.settle()
        try chat.does("ended B remote-ended")
        try scene.expect(["Chat": ["deactivate"]])
        try scene.expect(calls: "A held")
        try scene.stage.restart()
        try scene.settle()
        #expect(try scene.shell().property("HeldFor", of: "A") == "")
    }

    @Test(arguments: ServiceState.allCases)
    func `A held call is held for the next call after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(chat, "ring B", "request answer B")
        try scene.does(chat, "ring C", "request answer C")
        try scene.does(chat, "request end B")
        try scene.expect(calls: "A held, C active")
        try scene.stage.restart()
        try scene.settle()
        try chat.does("request end C")
        try scene.expect(["Chat": ["accepted", "end C", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A held call knows the other call after a restart of the service`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(chat, "ring B", "request answer B")
        try scene.stage.upgrade()
        try scene.settle()
        try chat.does("request end B")
        try scene.expect(["Chat": ["accepted", "end B", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `A conference is one group after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        for call in ["A", "B"] { try scene.does(phone, "ring \(call)", "request answer \(call)") }
        try scene.does(phone, "request group A B")
        try scene.expect(calls: "A active, B active")
        try scene.restart("Phone")
        try scene.expect(calls: "A active, B active")
        let group = try scene.shell().property("Group", of: "B")
        #expect(try scene.shell().property("Group", of: "A") == group)
    }

    @Test(arguments: ServiceState.allCases)
    func `A call that has left a conference stays outside it after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        for call in ["A", "B"] { try scene.does(phone, "ring \(call)", "request answer \(call)") }
        try scene.does(phone, "request group A B")
        try scene.does(phone, "request ungroup B")
        try scene.expect(calls: "A held, B active")
        try scene.restart("Phone")
        try scene.expect(calls: "A held, B active")
        let group = try scene.shell().property("Group", of: "B")
        #expect(try scene.shell().property("Group", of: "A") != group)
    }

    @Test(arguments: ServiceState.allCases)
    func `A configuration that was set later is kept after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "configure groups=1", "ring A")
        try scene.restart("Phone")
        try phone.does("request start B +1")
        try scene.expect(["Phone": ["refused maximumCallGroupsReached A"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `An update with a handle that is too long changes the rest, also after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A handle=+49", "request answer A")
        let tooLong = String(repeating: "1", count: 2_000)
        try scene.does(phone, "update A handle=\(tooLong) video=yes", "configure groups=0")
        try scene.restart("Phone")
        try scene.expect(calls: "A active")
        let handle = try scene.shell().property("RemoteHandle", of: "A")
        #expect(handle == .tuple("phone-number", "+49"))
        #expect(try scene.shell().property("HasVideo", of: "A") == true)
    }

    @Test(arguments: ServiceState.allCases)
    func `An ended call stays ended after a crash`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        try scene.does(phone, "ring B", "ended A remote-ended", "request end B")
        try scene.expect(calls: "")
        try scene.restart("Phone")
        try scene.expect(calls: "")
    }

    @Test(arguments: ServiceState.allCases)
    func `A daemon that is told to end resets no provider`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        try scene.upgrade("Phone")
        try scene.expect(calls: "A active")
    }

    @Test(arguments: ServiceState.allCases)
    func `A call that ends without a daemon is not reported to the next daemon`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        try scene.stage.crash()
        try phone.does("ended A remote-ended")
        // No service is there whose replies the app could wait for.
        try scene.wait(for: phone, "deactivate")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.restart("Phone")
        try scene.expect(calls: "")
    }

    @Test(arguments: ServiceState.allCases)
    func `Calls survive repeated crashes of the daemon`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        for _ in 1...3 {
            try scene.restart("Phone")
        }
        try scene.expect(calls: "A active")
    }

    @Test(arguments: ServiceState.allCases)
    func `An observer sees the same calls after a crash and no change`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        let observer = try scene.observer()
        try scene.restart("Phone")
        try observer.does("calls")
        try scene.expect(["Observer": ["calls A connected"]])
    }

    @Test(arguments: ServiceState.allCases)
    func `An observer sees the end of a call that no app reports again`(state: ServiceState) throws {
        let (scene, phone) = try scene(state)
        try scene.does(phone, "ring A", "request answer A")
        let observer = try scene.observer()
        try scene.stage.crash()
        try phone.kill9()
        try scene.stage.restart()
        try observer.wait(for: "sees A connected ended")
        try scene.expect(["Observer": ["sees A connected ended"]])
    }
}
