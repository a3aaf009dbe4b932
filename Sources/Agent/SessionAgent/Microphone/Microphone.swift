// SPDX-License-Identifier: MIT

import PulseAudio

/// A microphone at the sound server. The servers remember whether it is muted for each of its ports, also while it is
/// unplugged.
struct Microphone: Hashable {
    let name: String
    /// "" = the device has no ports.
    let port: String

    init(_ device: SoundServerState.Device) { (name, port) = (device.name, device.activePort) }

    /// The microphone that calls use: the desktop's default, which the agent changes for the route of a call. Nil if
    /// there is none; the monitor of a sink is not one.
    init?(inUse state: SoundServerState) {
        guard let device = state.source(named: state.defaultSource), !device.isMonitor else { return nil }
        self.init(device)
    }

    /// Nil while it is unplugged.
    func device(in state: SoundServerState) -> SoundServerState.Device? {
        state.source(named: name).flatMap { $0.activePort == port ? $0 : nil }
    }

    // MARK: Journal

    var record: [String] { [name, port] }

    init?(record: [String]) {
        guard record.count == 2, !record[0].isEmpty else { return nil }
        (name, port) = (record[0], record[1])
    }
}
