// SPDX-License-Identifier: MIT

import CallContract
import ConfigurationText

extension AgentProblem {
    /// Why calls ring without a sound, or with another one.
    var soundLine: HealthLine? {
        switch self {
        case .noSoundDevice:
            HealthLine(
                .sound, .problem,
                Catalogue.text("Calls ring without a sound, because there is no sound device. Connect one."),
                cure: .openSoundSettings)
        case .ringMuted:
            HealthLine(
                .sound, .problem,
                Catalogue.text("Calls ring without a sound. Start a test call, and turn MonkeyCall up in the mixer."),
                cure: .testCall)
        case .ringDeviceMuted:
            HealthLine(
                .sound, .problem,
                Catalogue.text("Calls ring without a sound, because the loudspeaker is muted or at volume 0."),
                cure: .openSoundSettings)
        case .soundFails:
            HealthLine(
                .sound, .note,
                Catalogue.text("The ringtone cannot be played, so calls ring with another one. Choose another file."))
        case .noNotificationServer, .notificationsHidden: nil
        }
    }

    /// Why calls are not shown.
    var notificationLine: HealthLine? {
        switch self {
        case .noNotificationServer:
            HealthLine(
                .notifications, .problem,
                Catalogue.text("Calls are not shown, because no program shows notifications. Start dunst or mako."))
        case .notificationsHidden:
            HealthLine(
                .notifications, .problem,
                Catalogue.text("Calls are not shown, because the desktop hides all notifications. Show them again."))
        case .noSoundDevice, .ringMuted, .ringDeviceMuted, .soundFails: nil
        }
    }
}
