// SPDX-License-Identifier: MIT

import ConfigurationText
import SDBus

/// The two interfaces of a media player that stands for the call that rings. Every program of the session reads the
/// properties, so they never tell who calls. They never change, and the object has them also while it has no name.
enum MediaKeyInterface {
    static var root: Interface<Void> {
        Interface(
            MPRIS.root,
            [
                constant("CanQuit", false),
                constant("CanRaise", false),
                constant("HasTrackList", false),
                constant("Identity", "MonkeyCall"),
                constant("DesktopEntry", Banner.desktopEntry),
                constant("SupportedUriSchemes", [String]()),
                constant("SupportedMimeTypes", [String]()),
                .method("Raise") { (_, _) in },
                .method("Quit") { (_, _) in },
            ])
    }

    /// `press` gets the keys.
    static func player(_ press: @escaping (MediaKey) -> Void) -> Interface<Void> {
        let keys = MediaKey.allCases.map { key in
            Member<Void>.method(key.member, for: .user) { (_, _) in press(key) }
        }
        return Interface(
            MPRIS.player, refusal: "An app in a sandbox cannot answer or decline calls by media keys.",
            keys + position + abilities + track)
    }

    /// Programs pause the players that play, for example KDE Connect when a phone rings. Such a pause must not answer
    /// the call, so the player is paused already, and says that it cannot be paused. Desktops send the key in any case.
    private static var abilities: [Member<Void>] {
        [
            constant(MPRIS.playbackStatus, MPRIS.Playback.paused.rawValue),
            constant("CanControl", true),
            constant("CanPlay", true),
            constant("CanPause", false),
            constant("CanGoNext", false),
            constant("CanGoPrevious", false),
            constant("CanSeek", false),
        ]
    }

    private static var track: [Member<Void>] {
        [
            .property(MPRIS.metadata, emits: .const, comparing: { _ in 0 }) { _ in
                [
                    MPRIS.trackID: Variant.path(ObjectPath(trusted: "/org/monkeycall/IncomingCall")),
                    MPRIS.title: .string(Catalogue.text("Incoming call")),
                ]
            },
            constant("Rate", 1.0),
            constant("MinimumRate", 1.0),
            constant("MaximumRate", 1.0),
            constant("Volume", 1.0),
            constant("Position", Int64(0)),
        ]
    }

    /// A ringing call has no position.
    private static var position: [Member<Void>] {
        [
            .method("Seek", takes: ("Offset", Int64.self)) { (_, _, _) in },
            .method("SetPosition", takes: ("TrackId", ObjectPath.self), ("Position", Int64.self)) { (_, _, _, _) in },
            .method("OpenUri", takes: ("Uri", String.self)) { (_, _, _) in },
            .signal("Seeked", [(name: "Position", type: Int64.self)]),
        ]
    }

    private static func constant<Value: BusValue & Equatable>(_ name: MemberName, _ value: Value) -> Member<Void> {
        .property(name, emits: .const) { _ in value }
    }
}
