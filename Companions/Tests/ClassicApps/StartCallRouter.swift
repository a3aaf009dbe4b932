// SPDX-License-Identifier: MIT

import CallKit
import Intents
import UIKit

/// Reads the calls that the user starts elsewhere.
struct StartCallRouter {
    static func handle(of activity: NSUserActivity) -> String? {
        guard let interaction = activity.interaction else { return nil }
        let contact: INPerson?
        if let intent = interaction.intent as? INStartCallIntent {
            contact = intent.contacts?.first
        } else if let intent = interaction.intent as? INStartAudioCallIntent {
            contact = intent.contacts?.first
        } else if let intent = interaction.intent as? INStartVideoCallIntent {
            contact = intent.contacts?.first
        } else {
            contact = nil
        }
        return contact?.personHandle?.value
    }

    static func isVideo(_ activity: NSUserActivity) -> Bool {
        (activity.interaction?.intent as? INStartCallIntent)?.callCapability == .videoCall
    }

    static func dial(_ number: String) {
        let digits = number.filter { "+0123456789*#".contains($0) }
        guard let url = URL(string: "tel://\(digits)"), UIApplication.shared.canOpenURL(url) else { return }
        UIApplication.shared.open(url, options: [:]) { success in
            if !success { print("No program opens \(url.scheme ?? "")") }
        }
    }
}
