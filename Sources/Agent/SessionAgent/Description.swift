// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import ConfigurationText
package import SDBus

/// Prints what a person would see and hear, and leaves the desktop alone.
package final class Description: Neighbour {
    private let notifications: CallNotifications
    private let say: (String) -> Void
    private var sound: Sound?
    private var isPaused = false
    private var isAwake = false
    private var ducked: UInt32?
    private var silenced: [String] = []

    /// `say` gets one line for each change.
    package init(_ service: CallServiceClient, _ loop: EventLoop, say: @escaping (String) -> Void) {
        let say = { (line: String) in say(line.printable) }
        self.say = say
        notifications = CallNotifications(
            or: DescribedNotifications(say), .none, RefusedCalls(service, .none), nil, service,
            CallBack(service.connection, service, loop))
    }

    package func follow(_ state: DesktopState) {
        notifications.follow(state)
        let sound = Sound(state, after: sound)
        if sound != self.sound { say(Self.words(sound, state.settings)) }
        if state.isInCall != isAwake { say(state.isInCall ? "stays awake" : "may sleep") }
        (self.sound, isAwake) = (sound, state.isInCall)
        followPlayers(MediaPlayers.Phase(state))
        followStreams(DesiredStreams(state))
    }

    /// Paused players stay paused until the last call has ended.
    private func followPlayers(_ phase: MediaPlayers.Phase) {
        switch phase {
        case .waiting: break
        case .quiet:
            if !isPaused { say("pauses: players") }
            isPaused = true
        case .free:
            if isPaused { say("resumes: players") }
            isPaused = false
        }
    }

    private func followStreams(_ desired: DesiredStreams) {
        if desired.duckOthers != ducked {
            say(desired.duckOthers.map { "ducks: others to \($0)%" } ?? "restores: others")
        }
        let silenced = desired.muted.map(\.party.provider.identifier)
        for app in silenced where !self.silenced.contains(app) { say("mutes: microphone of \(app)") }
        for app in self.silenced where !silenced.contains(app) { say("unmutes: microphone of \(app)") }
        (ducked, self.silenced) = (desired.duckOthers, silenced)
    }

    private static func words(_ sound: Sound?, _ settings: Settings) -> String {
        let place = settings.ringDevices.isEmpty ? "" : " on " + settings.ringDevices.joined(separator: ", ")
        return switch sound {
        case nil: "is silent"
        case .callWaiting: "rings: call waiting tone" + place
        case .ring(let tone): "rings: " + (tone.themed.isEmpty ? settings.ringtone : tone.themed) + place
        }
    }
}

/// A notification server that prints words.
private final class DescribedNotifications: NotificationServer {
    let isReady = true
    let isMissing = false
    let hasButtons = true
    let room: Int? = nil
    let shown: Set<String> = []
    private let say: (String) -> Void
    /// By call.
    private var lines: [String: (title: String, line: String)] = [:]

    init(_ say: @escaping (String) -> Void) { self.say = say }

    func begin(_ notify: @escaping (NotificationEvent) -> Void) {}
    func ask() {}

    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void) {
        let words = ([banner.summary] + banner.lines(nil)).joined(separator: ", ")
        let line = ([words] + banner.buttons.map { "[\($0.label)]" }).joined(separator: " ")
        // Only its icon may have changed.
        if lines[call]?.line != line { say("shows: " + line) }
        lines[call] = (banner.summary, line)
        completion(true)
    }

    func close(_ call: String) {
        if let (title, _) = lines.removeValue(forKey: call) { say("hides: " + title) }
    }
}

extension String {
    /// The text without commands to a terminal and without marks of direction.
    fileprivate var printable: String {
        let hidden: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator, .format]
        return String(unicodeScalars.filter { !hidden.contains($0.properties.generalCategory) })
    }
}
