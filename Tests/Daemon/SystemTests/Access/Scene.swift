// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The daemon on a bus with the project's policy, and Alice with a phone that has three calls.
struct Scene {
    /// The kinds of callers that the contract distinguishes.
    enum Who: String, CaseIterable {
        /// The connection that registered the phone.
        case owner
        /// Another connection of Alice's.
        case sameUser
        /// An app of Alice's in a Flatpak sandbox.
        case flatpak
        /// An app of Alice's in a Snap sandbox.
        case snap
        /// Bob.
        case otherUser
        /// uid 0 at the manager path, where it is a user like any other.
        case root
        /// uid 0 in Alice's tree.
        case administrator

        var isSandboxed: Bool { self == .flatpak || self == .snap }
        var isOfAnotherDomain: Bool { self == .otherUser || self == .root }
    }

    static let phone = "org.example.Phone"
    static let ringing = "6ba7b810-9dad-41d1-80b4-00c04fd43001"
    static let talking = "6ba7b810-9dad-41d1-80b4-00c04fd43002"
    static let waiting = "6ba7b810-9dad-41d1-80b4-00c04fd43003"
    /// Texts in the properties of the phone and its calls that no other user and no sandboxed app may see.
    static let secrets = ["Phone", "Amelia", "+4930", "contact-7", "signal-icon", "sip-id-7", "member-7", "own-7"]

    let daemon: DaemonUnderTest
    let owner: BusClient

    static func bus() throws -> BusDaemon { try .system(policyFiles: [Self.policy()]) }

    static func policy() throws -> URL { try Repository.file("dbus/org.monkeycall.CallManager.conf") }

    /// Alice's phone has a ringing, an active and a held call.
    init(on bus: BusDaemon, configuration: URL? = nil) throws {
        daemon = try DaemonUnderTest(on: bus, user: .service, configuration: configuration)
        owner = try daemon.client(uid: TestUser.alice.uid)
        let configuration: DBusValue = [
            "LocalizedName": "Amelia's Phone", "Icon": "signal-icon", "MaximumCallGroups": .uint32(8),
            "DesktopEntry": "org.example.Phone",
        ]
        try owner.manager.call("RegisterProvider", .string(Self.phone), configuration)
        let caller: [String: DBusValue] = [
            "RemoteHandle": .tuple("phone-number", "+493012345"), "LocalizedCallerName": "Amelia",
            "ContactIdentifier": "contact-7", "ExternalID": "sip-id-7",
            "Members": .array(of: "(sss)", [.tuple("generic", "member-7", "Member Seven")]),
            "ActiveMembers": .array(of: "(sss)", [.tuple("generic", "member-7", "")]),
            "LocalMember": .tuple("generic", "own-7", ""),
        ]
        for (id, state) in [(Self.talking, "active"), (Self.waiting, "held")] {
            try owner.manager.call(
                "ReportExistingCall", .string(Self.phone), .string(id),
                .options(caller.merging(["State": .string(state), "Outgoing": true]) { $1 }))
        }
        try owner.manager.call(
            "ReportNewIncomingCall", .string(Self.phone), .string(Self.ringing), .options(caller))
        _ = try owner.heard()
    }

    /// A connection of this kind of caller, and the root of the tree that it uses.
    func come(_ who: Who) throws -> (client: BusClient, root: String) {
        let own = DaemonUnderTest.managerPath
        let alice = TestUser.alice.uid
        return switch who {
        case .owner: (owner, own)
        case .sameUser: (try daemon.client(uid: alice), own)
        case .flatpak: (try flatpak("org.example.App"), own)
        case .snap:
            (
                try daemon.client(uid: alice, controlGroup: .snap("signal-desktop", app: "signal-desktop", uid: alice)),
                own
            )
        case .otherUser: (try daemon.client(uid: TestUser.bob.uid), own)
        case .root: (try daemon.client(), own)
        case .administrator: (try daemon.client(), "\(own)/user/_\(alice)")
        }
    }

    /// An app of Alice's in a Flatpak sandbox.
    func flatpak(_ app: String) throws -> BusClient {
        let alice = TestUser.alice.uid
        return try daemon.client(uid: alice, controlGroup: .flatpak(app, uid: alice))
    }

    /// Another program of Alice's requests an action on the active call. Returns the action's id.
    func pendingAction(_ member: String, _ arguments: DBusValue...) throws -> String {
        let other = try daemon.client(uid: TestUser.alice.uid)
        try other.call(
            DaemonUnderTest.busName, other.path(of: Self.talking), CallName.call, member, arguments)
        let signal = try owner.waitForSignal("Perform\(member)CallAction")
        return signal.arguments[1].string ?? ""
    }

    /// All objects and the audio properties, as the owner of the phone sees them.
    func registry() throws -> [String: DBusValue] {
        var all = try owner.managedObjects()
        all["audio"] = .options(try owner.audio().getAll())
        return all
    }
}

extension DBusValue {
    /// Whether the value carries no information: false, 0, `/`, or an empty text, list or structure.
    var isBlank: Bool {
        switch unwrapped {
        case .bool(let value): !value
        case .string(let value): value.isEmpty
        case .path(let value): value == "/"
        case .uint32(let value): value == 0
        case .uint64(let value): value == 0
        case .array(_, let values): values.isEmpty
        case .structure(let fields): fields.allSatisfy(\.isBlank)
        default: false
        }
    }
}
