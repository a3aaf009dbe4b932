// SPDX-License-Identifier: MIT

import AppTesting

/// A suite whose tests begin with apps that have begun. The first one is a phone.
class PhoneSuite {
    let scene: Scene
    let apps: [AppPlayer]

    var phone: AppPlayer { apps[0] }

    /// With `keepsState` each daemon continues where the last one stopped.
    init(_ names: [String] = ["Phone"], keepsState: Bool = false) throws {
        let scene = try Scene(keepsState: keepsState)
        self.scene = scene
        apps = try names.map { try scene.app($0) }
    }

    /// A is active at the phone.
    func talk(_ options: String = "") throws { try scene.does(phone, "ring A \(options)", "request answer A") }

    /// The same, and from now on the phone does not complete its actions by itself.
    func talkWithoutHabit() throws {
        try talk()
        try scene.does(phone, "drop-habit obey")
    }
}

/// The same with the app of another maker.
class TwoAppsSuite: PhoneSuite {
    var chat: AppPlayer { apps[1] }

    init() throws { try super.init(["Phone", "Chat"]) }
}
