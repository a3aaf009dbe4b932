// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import ConfigurationText
package import PulseAudio
package import SDBus

/// Tells a user who speaks in a muted call, if the user wants that. Without the setting it does nothing.
package final class MutedSpeech: Neighbour {
    private let server: SoundServerConnection
    private let loop: EventLoop
    private let notice: Notice
    private let report: (Bool) -> Void
    private var watch = SpeechWatch()
    private var stream: LevelStream?
    private var isWanted = false

    /// `report` gets whether the level of the microphone is read, after every change.
    package init(
        _ server: SoundServerConnection, session: BusConnection, _ loop: EventLoop, log: Log,
        report: @escaping (Bool) -> Void
    ) {
        (self.server, self.loop, self.report) = (server, loop, report)
        notice = Notice(session, log: log)
        server.onChange { [unowned self] in look() }
    }

    package func follow(_ state: DesktopState) {
        let talking = state.talking
        // The agent itself mutes the microphone for the call of a modem.
        isWanted =
            state.settings.warnWhenMuted && !talking.isEmpty
            && talking.allSatisfy { $0.isMuted && !state.usesMicrophoneItself($0) }
        server.followStreams(isWanted, for: self)
        // The microphone first, so that one that is not allowed any more is not read for a moment.
        look()
        handle(.muted(isWanted ? Set(talking.map(\.uuid)) : []))
    }

    private func look() { handle(.microphone(isWanted ? server.state?.microphoneToRead : nil)) }

    private func handle(_ event: SpeechWatch.Event) {
        let before = watch.reading
        for step in watch.handle(event) {
            switch step {
            case .read(let microphone): read(microphone)
            case .stop: stop()
            case .tell:
                notice.show(
                    NoticeText(
                        icon: "microphone-disabled-symbolic", title: Catalogue.text("You are muted"),
                        body: Catalogue.text("The other side does not hear you.")))
            case .withdraw: notice.show(nil)
            }
        }
        if (watch.reading != nil) != (before != nil) { report(watch.reading != nil) }
    }

    private func read(_ microphone: String) {
        stop()
        stream = server.readLevel(
            of: microphone, named: Catalogue.text("Level of the microphone while you are muted"),
            { [unowned self] level in handle(.level(level)) }, ended: { [unowned self] in ended() })
        if stream == nil { handle(.ended) }
    }

    private func ended() {
        stop()
        handle(.ended)
    }

    /// The stream may be in its own call now.
    private func stop() {
        guard let old = stream else { return }
        stream = nil
        loop.deferred { withExtendedLifetime(old) {} }
    }
}
