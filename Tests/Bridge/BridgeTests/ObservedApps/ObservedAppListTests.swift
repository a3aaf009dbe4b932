// SPDX-License-Identifier: MIT

import BridgeCore
import CallBridge
import CallContract
import Testing

/// The list of observed apps.
struct ObservedAppListTests {
    @Test func `Each app of the default list has a program, and an identifier of its own that the service accepts`() {
        let apps = ObservedAppList.defaultApps
        #expect(apps.allSatisfy { !$0.programs.isEmpty && Limits().allowsIdentifier($0.identifier) })
        #expect(Set(apps.map(\.id)).count == apps.count)
        #expect(apps.flatMap(\.programs).count == Set(apps.flatMap(\.programs)).count)
    }

    @Test func `A program is found by its file name or its id, in large or small letters`() {
        let list = ObservedAppList.defaults
        #expect(list["Discord"]?.name == "Discord")
        #expect(list["discord"]?.name == "Discord")
        #expect(list["us.zoom.Zoom"]?.identifier == "org.monkeycall.Observed.zoom")
        #expect(list["teams-for-linux"]?.identifier == "org.monkeycall.Observed.microsoft-teams")
        #expect(list["gnome-calls"] == nil)
        #expect(list[""] == nil)
    }

    @Test(arguments: [("A B/../c<i>", "a-b-c-i"), ("Ünï 7", "n-7"), ("Zoom", "zoom")])
    func `The identifier of a provider has only safe characters`(name: String, id: String) throws {
        let app = try #require(ObservedApp(name, []))
        #expect(app.id == id)
        #expect(Limits().allowsIdentifier(app.identifier))
    }

    @Test func `A name without a Latin letter or digit, or with more than 100 characters, is refused`() {
        #expect(ObservedApp("電話", ["x"]) == nil)
        #expect(ObservedApp(String(repeating: "a", count: 100), ["x"]) != nil)
        #expect(ObservedApp(String(repeating: "a", count: 101), ["x"]) == nil)
    }

    @Test func `The call shows the name of the list, and only its app can answer, end and mute it`() throws {
        let app = try #require(ObservedApp("Zoom", ["zoom"]))
        for process: UInt32 in [0, 42] {
            let facts = ObservedCalls.Recorder(app, process: process).call(.active).facts
            #expect(facts.localizedCallerName == "Zoom")
            #expect(facts.streamProcess == process)
            // Without both, the service only observes it.
            #expect(facts.supportsHolding == (process != 0))
            #expect(facts.supportsEnding == false)
            #expect(facts.supportsAnswering == false && facts.supportsMuting == false && facts.supportsDTMF == false)
        }
    }
}
