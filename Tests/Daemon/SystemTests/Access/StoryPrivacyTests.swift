// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A caller that sees a whole call gets its story, also after the call's end while the service remembers it.
@Suite(.daemonLogs, .needsServiceUser)
struct StoryPrivacyTests {
    private static let never = "6ba7b810-9dad-41d1-80b4-00c04fd43099"

    @Test(arguments: Scene.Who.allCases)
    func `Only a caller that sees a call gets its story`(_ who: Scene.Who) throws {
        let scene = try Scene(on: Scene.bus())
        try scene.owner.manager.call("ReportCallEnded", .string(Scene.ringing), .uint64(0), "unanswered", [:])
        let (client, root) = try scene.come(who)
        let manager = client.manager(at: root)
        let ended = try #require(try manager.call("ListEndedCalls").first?.elements)
        switch who {
        case .owner, .sameUser, .administrator:
            #expect(ended.count == 1 && ended[0]["Call"]?.string == Scene.ringing)
            #expect(ended[0]["LocalizedCallerName"] == "Amelia" && ended[0]["EndedReason"] == "unanswered")
            for call in [Scene.ringing, Scene.talking] {
                let moments = try #require(try manager.call("ExplainCall", .string(call)).first?.elements)
                #expect(moments.count == 2 && moments[0]["Event"] == "appeared")
                #expect(moments[0]["Call"]?.string == call && moments[0]["Provider"]?.string == Scene.phone)
            }
        case .flatpak, .snap, .otherUser, .root:
            #expect(ended.isEmpty)
            // An existing call, an ended call and an unknown call give the same error.
            let nothing = try #require(try manager.error("ExplainCall", .string(Self.never)))
            #expect(nothing.shortName == "UnknownCall")
            for call in [Scene.ringing, Scene.talking] {
                let error = try manager.error("ExplainCall", .string(call))
                #expect(error?.name == nothing.name)
                #expect(error?.message == nothing.message.replacing(Self.never, with: call))
            }
        }
    }

    @Test func `A sandboxed app gets the stories of its own calls without facts about others`() throws {
        let scene = try Scene(on: Scene.bus())
        let app = try scene.flatpak("org.example.App")
        let own = "6ba7b810-9dad-41d1-80b4-00c04fd43010"
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        try app.manager.call("ReportNewIncomingCall", "org.example.App", .string(own), [:])
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.call(own).call("Answer")
        let hold = try scene.owner.waitForSignal("PerformSetHeldCallAction")
        try scene.owner.manager.call("FailAction", hold.arguments[1], [:])
        _ = try shell.waitForSignal("TransactionCompleted")

        let story = try #require(try app.manager.call("ExplainCall", .string(own)).first)
        let moments = try #require(story.elements)
        #expect(moments.compactMap { $0["Event"]?.string } == ["appeared", "requested", "failed"])
        #expect(moments[2]["Reason"] == "hold-failed" && moments[2]["ReasonCall"]?.string == Scene.talking)
        let text = "\(story)"
        for secret in Scene.secrets { #expect(!text.contains(secret), "\(secret)") }

        // The app's next connection still gets the story after the provider and the first connection are gone.
        let second = try scene.flatpak("org.example.App")
        try app.manager.call("InvalidateProvider", "org.example.App")
        app.close()
        let again = try #require(try second.manager.call("ExplainCall", .string(own)).first?.elements)
        #expect(again.last?["Reason"] == "provider-invalidated")
        #expect(try second.manager.call("ListEndedCalls").first?.elements?.count == 1)
        let stranger = try scene.flatpak("org.example.Stranger")
        #expect(try stranger.manager.error("ExplainCall", .string(own))?.shortName == "UnknownCall")
        #expect(try stranger.manager.call("ListEndedCalls").first?.elements?.isEmpty == true)
        #expect(try scene.owner.manager.call("ListEndedCalls").first?.elements?.count == 1)
    }

    @Test func `A refused call is listed for the user and for its own app, and for no other app`() throws {
        let scene = try Scene(on: Scene.bus())
        let (app, stranger) = (try scene.flatpak("org.example.App"), try scene.flatpak("org.example.Stranger"))
        let shell = try scene.daemon.client(uid: TestUser.alice.uid)
        try shell.manager.call("RegisterShell", "", ["DoNotDisturb": true])
        let refused = "6ba7b810-9dad-41d1-80b4-00c04fd43010"
        try app.manager.call("RegisterProvider", "org.example.App", [:])
        let error = try app.manager.error("ReportNewIncomingCall", "org.example.App", .string(refused), [:])
        #expect(error?.shortName == "IncomingCall.FilteredByDoNotDisturb")
        for client in [shell, app] {
            let ended = try #require(try client.manager.call("ListEndedCalls").first?.elements)
            #expect(ended.count == 1 && ended[0]["FilteredBy"] == "do-not-disturb")
        }
        #expect(try stranger.manager.call("ListEndedCalls").first?.elements == [])
        #expect(try stranger.manager.error("ExplainCall", .string(refused))?.shortName == "UnknownCall")
    }

    @Test func `A malformed UUID gets an error of its own`() throws {
        let scene = try Scene(on: Scene.bus())
        let error = try scene.owner.manager.error("ExplainCall", "6ba7")
        #expect(error?.shortName == "InvalidArgs" && error?.message.contains("UUID") == true)
    }
}
