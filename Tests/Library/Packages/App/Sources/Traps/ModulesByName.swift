// SPDX-License-Identifier: MIT

import AVFAudio
import AVFoundation
import Intents

// Modules that apps import without CallKit.

enum ModulesByName {
    static var session: AVFoundation.AVAudioSession { AVFAudio.AVAudioSession.sharedInstance() }
    static func intent(of activity: NSUserActivity) -> INIntent? { activity.interaction?.intent }
}
