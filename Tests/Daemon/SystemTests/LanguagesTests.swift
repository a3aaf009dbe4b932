// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import TestNames
import Testing

/// The apps of docs/examples, each a process in its language. All behave alike and print the same lines.
@Suite(.daemonLogs, .needs("gjs", "cc", "c++", "make"), .needsLibraries("Qt6DBus"), .needsPython("dbus", "gi"))
struct LanguagesTests {
    @Test(arguments: Language.allCases)
    func `A call of an example app is held for another app's call, resumes and is ended in its window`(
        language: Language
    ) throws {
        let stage = try Stage()
        let (chat, user) = (try stage.app("Chat"), try stage.shell("user"))
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        let call = try phone.ring("+4930123456")
        try user.request([.answer(call)])
        try phone.says("AnswerCall \(call)", "audio \(call)")

        try chat.ring("A")
        try user.ask("Answer", "A")
        try phone.says("SetHeldCall \(call) 1", "audio off")
        try chat.fulfill(after: "PerformAnswerCallAction")
        try user.ask("End", "A")
        try chat.fulfill()
        try phone.says("SetHeldCall \(call) 0", "audio \(call)")

        try phone.types("end")
        try phone.says("EndCall \(call)", "audio off")
        #expect(try user.rows() == [])
        try phone.quit()
    }

    @Test(arguments: Language.allCases)
    func `An example app places calls from its window and from outside, and the other side ends them`(
        language: Language
    ) throws {
        let stage = try Stage()
        let user = try stage.subscriber()
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        try phone.types("dial +4930")
        let call = try phone.starts("+4930")
        try user.wait(for: call, toBe: "active")
        #expect(try user.rows() == ["\(call) \(phone.identifier) +4930 active"])
        try phone.types("remote-end")
        try phone.says("audio off")

        // The request names no app, so the service chooses the app that supports the type of the handle.
        try user.call("RequestStartCall", "", .tuple("phone-number", "+4940"), [:])
        let other = try phone.starts("+4940")
        try user.wait(for: other, toBe: "active")
        try phone.types("remote-end")
        try phone.says("audio off")
        #expect(try user.rows() == [])
        try phone.quit()
    }

    @Test(arguments: Language.allCases)
    func `An example app performs every other action and fails what it cannot do`(language: Language) throws {
        let stage = try Stage()
        let user = try stage.subscriber()
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        try phone.types("dial +4930")
        let first = try phone.starts("+4930")
        try user.wait(for: first, toBe: "active")
        try user.request([.mute(first)])
        try user.request([.tones("5#", first)])
        try phone.says("SetMutedCall \(first) 1", "PlayDTMFCall \(first) 5#")

        try phone.types("dial +4940")
        try phone.says("SetHeldCall \(first) 1", "audio off")
        let second = try phone.starts("+4940")
        try user.wait(for: second, toBe: "active")
        try user.request([.join(first, second)])
        try phone.says("SetGroupCall \(first) \(second)", "SetHeldCall \(first) 0")
        try user.wait(for: first, toBe: "active")
        try user.request([.join(first, "")])
        try phone.says("SetHeldCall \(second) 1", "SetGroupCall \(first)")
        try user.wait(for: second, toBe: "held")

        let mail = DBusValue.tuple("email-address", "ada@example.org")
        let transaction = try user.request([.end(second), .start("C", at: phone.identifier, mail)])
        try phone.says("EndCall \(second)")
        try phone.says("SetHeldCall \(first) 1", "audio off")
        let completed = try user.client.waitForSignal("TransactionCompleted") {
            $0.arguments.first?.string == transaction
        }
        #expect(completed.arguments[1] == false && completed.details?["Reason"] == "start-failed")
    }

    @Test(arguments: Language.allCases)
    func `An example app lets the bus start the service`(language: Language) throws {
        let folder = try TemporaryDirectory()
        let service = """
            [D-BUS Service]
            Name=\(DaemonUnderTest.busName)
            Exec=\(try Product.path("monkeycalld")) --session --config=/dev/null
            """
        try folder.write(service, to: "\(DaemonUnderTest.busName).service")
        let bus = try BusDaemon.session(serviceDirectories: [folder.url])
        let phone = try ExamplePhone(language, on: bus)
        try phone.says(atLast: "registered \(phone.identifier)")
        _ = try phone.ring("+4930")
        try phone.quit()
        #expect(try BusClient(address: bus.address).nameOwner(DaemonUnderTest.busName) != nil)
    }

    @Test(arguments: Language.allCases)
    func `A conference of an example app is restored after a crash of the service`(language: Language) throws {
        let stage = try Stage()
        let user = try stage.subscriber()
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        try phone.types("dial +4930")
        let first = try phone.starts("+4930")
        try user.wait(for: first, toBe: "active")
        try phone.types("dial +4940")
        try phone.says("SetHeldCall \(first) 1", "audio off")
        let second = try phone.starts("+4940")
        try user.wait(for: second, toBe: "active")
        try user.request([.join(first, second)])
        try phone.says("SetGroupCall \(first) \(second)", "SetHeldCall \(first) 0")
        try user.wait(for: first, toBe: "active")

        try stage.crash()
        try phone.says("no service")
        try stage.startService()
        try phone.says(atLast: "reported \(second)")
        #expect(try Set(user.audioProperty("OwnerCalls").strings ?? []) == [first, second])
    }

    @Test(arguments: Language.allCases)
    func `An example app shows a refused report and drops the call`(language: Language) throws {
        let stage = try Stage()
        let user = try stage.shell("user", ["DoNotDisturb": true])
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        try phone.types("ring +4930")
        let refusal = try phone.nextLine()
        #expect(refusal.hasPrefix("error ") && refusal.contains("IncomingCall.FilteredByDoNotDisturb"))
        // There is no call to end. Do-not-disturb lets a repeated caller through.
        try phone.types("end")
        let call = try phone.ring("+4930")
        #expect(try user.rows() == ["\(call) \(phone.identifier) +4930 incoming"])
        try phone.types("end")
        try phone.says("EndCall \(call)")
        try phone.quit()
    }

    /// Each program sends an integer in the default type of its language, and prints the value that the service took.
    private static let guesses = [
        [
            "/usr/bin/python3", "-c",
            """
            import dbus
            name, bus = "org.monkeycall.CallManager", dbus.SystemBus()
            manager = dbus.Interface(bus.get_object(name, "/org/monkeycall/CallManager"), name)
            path = manager.RegisterProvider("org.example.Guess", {"MaximumCallGroups": 3})
            provider = dbus.Interface(bus.get_object(name, path), "org.freedesktop.DBus.Properties")
            print(provider.Get(name + ".Provider", "MaximumCallGroups"))
            """,
        ],
        [
            "gjs", "-c",
            """
            const {Gio, GLib} = imports.gi;
            const name = 'org.monkeycall.CallManager';
            const call = (path, on, method, parameters) => Gio.DBus.system.call_sync(
                name, path, on, method, parameters, null, Gio.DBusCallFlags.NONE, -1, null).recursiveUnpack()[0];
            const configuration = {MaximumCallGroups: new GLib.Variant('x', 3)};
            const path = call('/org/monkeycall/CallManager', name, 'RegisterProvider',
                new GLib.Variant('(sa{sv})', ['org.example.Guess', configuration]));
            print(call(path, 'org.freedesktop.DBus.Properties', 'Get',
                new GLib.Variant('(ss)', [`${name}.Provider`, 'MaximumCallGroups'])));
            """,
        ],
    ]

    @Test(arguments: guesses.map(Shortened.init))
    func `The service accepts an integer in the type that a language gives it`(program: Shortened<[String]>) throws {
        let daemon = try DaemonUnderTest(on: .session())
        let result = try ChildProcess.run(program.value, environment: ["DBUS_SYSTEM_BUS_ADDRESS": daemon.bus.address])
        #expect(result.succeeded && result.output == "3\n", "\(result)")
    }

    @Test(arguments: Language.allCases)
    func `An example app waits for the service, and reports its calls to one without its state`(
        language: Language
    ) throws {
        let stage = try Stage()
        let client = try stage.daemon.client()
        try stage.crash()
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says(atLast: "no service")
        try stage.startService()
        try phone.says(atLast: "registered \(phone.identifier)")
        try phone.types("dial +4930")
        let call = try phone.starts("+4930")
        let object = client.call(call)
        try object.call("SetMuted", true)
        try phone.says("SetMutedCall \(call) 1")
        _ = try client.waitForSignal("TransactionCompleted")

        for end in [stage.crash, { try stage.daemon.stop() }] {
            try end()
            try phone.says("no service")
            try stage.startService()
            try phone.says(
                "audio off", "registered \(phone.identifier)", "reported \(call)", "audio \(call)")
            #expect(
                try object.get("State") == "active" && object.get("Outgoing") == true && object.get("Muted") == true)
            #expect(try object.get("RemoteHandle") == .tuple("phone-number", "+4930"))
        }
        try phone.quit()
    }

    @Test(arguments: Language.allCases)
    func `An example app says nothing about a service that comes back with its state`(language: Language) throws {
        let stage = try Stage(keepsState: true)
        let phone = try ExamplePhone(language, on: stage.bus)
        try phone.says("registered \(phone.identifier)")
        try phone.types("dial +4930")
        let call = try phone.starts("+4930")
        let user = try stage.subscriber()
        if try user.states()[call] != "active" { try user.wait(for: call, toBe: "active") }
        for _ in 1...2 {
            try stage.restart()
            try phone.says("no service")
            // After two actions the app has the answers to all its questions.
            for isMuted in [true, false] {
                try user.ask("SetMuted", call, .bool(isMuted))
                try phone.says("SetMutedCall \(call) \(isMuted ? 1 : 0)")
                _ = try user.client.waitForSignal("TransactionCompleted")
            }
        }
        try user.ask("SetHeld", call, true)
        try phone.says("SetHeldCall \(call) 1", "audio off")
        try user.ask("SetHeld", call, false)
        try phone.says("SetHeldCall \(call) 0", "audio \(call)")
        try phone.quit()
    }

    @Test(arguments: Language.allCases)
    func `The bus starts a killed service, which gets what the killed one has not read`(language: Language) throws {
        let folder = try TemporaryDirectory()
        let service = """
            [D-BUS Service]
            Name=\(DaemonUnderTest.busName)
            Exec=\(try Product.path("monkeycalld")) --session --config=/dev/null --state=\(folder.url.path)
            """
        try folder.write(service, to: "\(DaemonUnderTest.busName).service")
        let bus = try BusDaemon.session(serviceDirectories: [folder.url])
        let phone = try ExamplePhone(language, on: bus)
        try phone.says(atLast: "registered \(phone.identifier)")
        let client = try BusClient(address: bus.address)
        let first = try #require(try client.processID(of: DaemonUnderTest.busName))
        kill(first, SIGSTOP)
        let monitor = try BusMonitor(on: bus)
        try phone.types("ring +4930")
        try monitor.wait(forCall: "ReportNewIncomingCall")
        kill(first, SIGKILL)
        try phone.says("no service")
        #expect(try phone.nextLine().hasPrefix("reported "))
        #expect(try client.manager.call("ListCalls").first?.elements?.count == 1)
        try phone.quit()
    }

    @Test(arguments: [false, true])
    func `The call of an app that does nothing about restarts goes on`(isKilled: Bool) throws {
        let stage = try Stage(keepsState: true)
        let phone = try ExamplePhone(plainOn: stage.bus)
        try phone.says("registered \(phone.identifier)")
        let call = try phone.ring("+4930")
        func restart() throws { if isKilled { try stage.restart() } else { try stage.upgrade() } }
        try restart()
        let user = try stage.subscriber()
        #expect(try user.rows() == ["\(call) \(phone.identifier) +4930 incoming"])
        try user.request([.answer(call)])
        try phone.says("PerformAnswerCallAction \(call)", "DidActivateAudioSession")
        try user.wait(for: call, toBe: "active")
        try restart()
        #expect(try user.rows() == ["\(call) \(phone.identifier) +4930 active"])
        #expect(try user.audioProperty("OwnerCalls").strings == [call])
        try user.request([.end(call)])
        try phone.says("PerformEndCallAction \(call)", "DidDeactivateAudioSession")
        #expect(try user.rows() == [])
        try phone.quit()
    }
}

extension Actor {
    /// One line for each call: id, provider, handle, state.
    fileprivate func rows() throws -> [String] {
        let rows = try call("ListCalls").first?.elements ?? []
        return rows.map { row in [0, 2, 3, 4].compactMap { row[$0]?.string }.joined(separator: " ") }
    }

    /// Waits until a call, given by its id, gets into a state.
    fileprivate func wait(for call: String, toBe state: String) throws {
        _ = try client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path(call) && $0.arguments[1]["State"]?.string == state
        }
    }
}
