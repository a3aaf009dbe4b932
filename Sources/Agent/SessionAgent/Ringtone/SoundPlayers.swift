// SPDX-License-Identifier: MIT

import SDBus

/// Plays the same sound on each output that the user has chosen.
final class SoundPlayers {
    private let loop: EventLoop
    private let log: Log
    private let hasServer: () -> Bool
    /// By the device. A player stays when its device goes, because it waits for the processes that it has killed.
    private var players: [String: SoundPlayer] = [:]
    /// Those that play.
    private var outputs: [String] = []
    private var tones: [SoundPlayer.Tone] = []
    /// Gets true when a sound hangs or crashes its process on the first output, and false when the first choice plays.
    var failing: (Bool) -> Void = { _ in }

    /// `hasServer`: whether there may be a sound server.
    init(_ loop: EventLoop, log: Log, hasServer: @escaping () -> Bool) {
        (self.loop, self.log, self.hasServer) = (loop, log, hasServer)
    }

    /// Replaces the present sound by the first of `tones` that can be played. Of several outputs only the first one is
    /// replaced by the server's choice if it is missing.
    func play(_ tones: [SoundPlayer.Tone], on outputs: [String]) {
        self.tones = tones
        replace(outputs)
        for device in outputs { start(device) }
    }

    /// Stops the sound on the outputs that are left.
    private func replace(_ new: [String]) {
        for device in outputs where !new.contains(device) { players[device]?.stop() }
        outputs = new
    }

    /// Devices have come or gone: the sound goes on where it plays, and begins on new outputs.
    func move(to outputs: [String]) {
        guard !tones.isEmpty else { return }
        let old = self.outputs
        replace(outputs)
        for device in outputs {
            if old.contains(device) { players[device]?.tryAgain() } else { start(device) }
        }
    }

    func stop() {
        for player in players.values { player.stop() }
        (tones, outputs) = ([], [])
    }

    private func start(_ device: String) {
        let player = players[device] ?? SoundPlayer(loop, log: log, hasServer: hasServer)
        players[device] = player
        player.failing = { [unowned self] isFailing in if outputs.first == device { failing(isFailing) } }
        player.play(tones, on: device, isExtra: outputs.first != device)
    }
}
