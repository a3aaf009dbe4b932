// SPDX-License-Identifier: MIT

import AppTesting

/// A suite whose tests begin with an app whose manager has begun.
class PhoneSuite {
    let scene: Scene
    let phone: AppPlayer

    init() throws {
        scene = try Scene()
        phone = try scene.manager("Phone")
    }

    /// A is joined.
    func talk() throws { try scene.does(phone, "lc ring A members=+49", "lc perform join A") }
}
