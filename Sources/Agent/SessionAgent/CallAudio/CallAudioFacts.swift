// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

// The interface of callaudiod, a program of the Mobian project that switches the audio of phones between music and
// calls. Programs such as GNOME Calls know only this interface. Its XML file is org.mobian_project.CallAudio.xml of
// callaudiod.

/// The names of the interface.
enum CallAudioName {
    static let bus: BusName = "org.mobian_project.CallAudio"
    static let interface: InterfaceName = "org.mobian_project.CallAudio"
    static let path: ObjectPath = "/org/mobian_project/CallAudio"
    static let selectMode: MemberName = "SelectMode"
    static let enableSpeaker: MemberName = "EnableSpeaker"
    static let muteMicrophone: MemberName = "MuteMic"
    static let mode: MemberName = "AudioMode"
    static let speaker: MemberName = "SpeakerState"
    static let microphone: MemberName = "MicState"
}

/// A value of `AudioMode`.
enum CallAudioMode: UInt32 {
    case music = 0
    case call = 1
}

/// A value of `SpeakerState` and of `MicState`.
enum CallAudioSwitch: UInt32 {
    case off = 0
    case on = 1
    case unknown = 255
}

/// The values of the properties, as the service decides them.
struct CallAudioFacts: Hashable {
    var mode = CallAudioMode.music
    /// Unknown without a call: the desktop then decides.
    var speaker = CallAudioSwitch.unknown
    var microphone = CallAudioSwitch.unknown

    init(_ state: DesktopState) {
        let talking = state.talking
        guard !talking.isEmpty else { return }
        mode = .call
        microphone = talking.allSatisfy(\.isMuted) ? .off : .on
        let kind = state.audio.routes.first { $0.name == state.audio.route }?.kind
        speaker = kind.map { $0 == .speaker ? .on : .off } ?? .unknown
    }
}

extension DesktopState {
    /// The calls that have the audio.
    var talking: [CallRecord] { calls.filter(\.hasAudio) }
}
