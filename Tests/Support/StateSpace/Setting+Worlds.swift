// SPDX-License-Identifier: MIT

extension Setting {
    /// What CI explores, in minutes; the largest first, so that two processors are busy to the end.
    public static let ci: [Setting] = [
        Setting("3x2", providers: 3, calls: 2, [.start, .hold, .remoteEnd, .loss]),
        Setting("2x3-answer", providers: 2, calls: 3, [.remoteEnd, .loss]),
        Setting("2x2-early", providers: 2, calls: 2, requests: 1, [.start, .hold, .pairs, .early]),
        Setting("2x2-found", providers: 2, calls: 2, [.hold, .existing, .unholdable, .loss]),
        Setting("1x2-mute", providers: 1, calls: 2, [.start, .hold, .mute, .ringTimeout, .unholdable]),
        Setting("1x2-group", providers: 1, calls: 2, [.start, .hold, .group, .remoteEnd]),
        Setting("2x2-help", providers: 2, calls: 2, modems: 1, [.start, .hold, .emergency, .unholdable]),
        Setting(
            "2x2-modem-found", providers: 2, calls: 2, requests: 1, modems: 1,
            [.existing, .hold, .emergency, .unholdable, .loss]),
        Setting("2x2-swap", providers: 2, calls: 2, swapping: 1, [.start, .hold, .remoteEnd, .existing]),
        Setting("2x2-sandbox", providers: 2, calls: 2, requests: 1, [.start, .hold, .sandbox, .update, .reset]),
        Setting("2x2-back", providers: 2, calls: 2, autoResume: true, [.start, .hold, .remoteEnd, .ringTimeout]),
    ]

    /// What is explored by hand.
    public static let deep: [Setting] = [
        Setting("2x3", providers: 2, calls: 3, [.start, .hold, .remoteEnd, .loss]),
        Setting("2x3-1", providers: 2, calls: 3, requests: 1, [.start, .hold, .group, .remoteEnd, .loss]),
        Setting("2x3-0", providers: 2, calls: 3, requests: 1, [.start, .hold, .remoteEnd, .loss]),
        Setting("1x3-group", providers: 1, calls: 3, [.hold, .group, .remoteEnd]),
        Setting("2x3-pairs", providers: 2, calls: 3, requests: 1, [.start, .hold, .pairs, .remoteEnd, .unholdable]),
        Setting("2x2-all", providers: 2, calls: 2, requests: 1, Set(Chance.allCases)),
    ]
}
