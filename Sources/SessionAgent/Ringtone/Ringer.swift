// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Sounds what the service says, as long as it says it.
package final class Ringer: Neighbour {
    private let service: CallServiceClient
    private let player: SoundPlayer
    private var sound: Sound?

    /// `device` is the sound server's name of where it rings, nil = where it wants to.
    package init(_ service: CallServiceClient, device: String?, log: @escaping @Sendable (String) -> Void) {
        self.service = service
        player = SoundPlayer(device: device, log: log)
    }

    package func follow(_ state: DesktopState) {
        let wanted = Sound(state)
        guard wanted != sound else { return }
        sound = wanted
        switch wanted {
        case nil: player.stop()
        case .callWaiting: if let tone = try? CallWaitingTone.file() { player.play(.file(tone, pause: 4)) }
        case .ring(let tone): ring(tone)
        }
    }

    /// A file comes first, but only the provider's object knows whether there is one.
    private func ring(_ tone: Sound.ProviderTone) {
        guard tone.themed.isEmpty, !tone.object.isEmpty else { return player.play(.ring(tone.themed)) }
        let target = CallTarget(CallManagerName.bus, tone.object, CallManagerName.provider, "OpenRingtone")
        do throws(BusError) {
            try service.connection.callAsync(target) { [unowned self] reply in
                // It may have been answered meanwhile.
                guard sound == .ring(tone) else { return }
                let file = try? reply.get().read(BusFile.self)
                player.play(file.map { .file($0) } ?? .ring(""))
            }
        } catch {
            player.play(.ring(""))
        }
    }
}
