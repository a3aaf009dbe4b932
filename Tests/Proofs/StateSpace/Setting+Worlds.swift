// SPDX-License-Identifier: MIT

extension Setting {
    /// The worlds that CI explores, in minutes: every kind of move. The largest is first, so that two processors stay
    /// busy to the end.
    public static let ci: [Setting] = [
        Setting("2x2-reset", providers: 2, calls: 2, requests: 1, [.start, .hold, .sandbox, .update, .reset]),
        Setting("2x3-group", providers: 2, calls: 3, requests: 1, [.group, .remoteEnd, .loss]),
        Setting("2x2-facts", providers: 2, calls: 2, requests: 1, [.hold, .facts]),
        Setting("2x2-swap", providers: 2, calls: 2, requests: 1, swapping: 1, [.hold, .existing, .spontaneous]),
        Setting("1x2-shell-mutes", providers: 1, calls: 2, requests: 1, [.hold, .mute, .shellMutes, .pairs]),
        Setting("3x2-group", providers: 3, calls: 2, requests: 1, [.start, .hold, .group, .remoteEnd, .loss]),
        Setting("2x2-again", providers: 2, calls: 2, requests: 1, [.hold, .again, .localEnd]),
        Setting(
            "2x2-refusals", providers: 2, calls: 2, requests: 1, modems: 1, [.start, .hold, .emergency, .refusals]),
        Setting("2x2-found", providers: 2, calls: 2, requests: 1, [.hold, .existing, .unholdable, .loss]),
        Setting("1x2-group", providers: 1, calls: 2, [.start, .hold, .group, .remoteEnd]),
        Setting("2x2-help-found", providers: 2, calls: 2, requests: 1, modems: 1, [.emergency, .existing]),
        Setting(
            "2x2-help", providers: 2, calls: 2, requests: 1, modems: 1, [.start, .hold, .emergency, .unholdable]),
        Setting("1x2-again", providers: 1, calls: 2, requests: 1, [.hold, .group, .again]),
        Setting("2x2-back", providers: 2, calls: 2, autoResume: true, [.start, .hold, .remoteEnd]),
        Setting("2x2-observed", providers: 2, calls: 2, requests: 1, [.start, .hold, .observed, .existing, .loss]),
        Setting(
            "2x2-abilities", providers: 2, calls: 2, requests: 1,
            [.hold, .unholdable, .unendable, .observed, .abilities]),
        Setting("2x2-unendable", providers: 2, calls: 2, requests: 1, [.unholdable, .unendable, .existing]),
        Setting(
            "2x2-spare", providers: 2, calls: 2, requests: 1, modems: 1,
            [.start, .unholdable, .emergency, .emergencyNumber, .spare]),
        Setting("1x2-modem-mutes", providers: 1, calls: 2, requests: 1, modems: 1, [.hold, .mute, .shellMutes]),
        Setting("2x2-pairs", providers: 2, calls: 2, requests: 1, [.start, .hold, .pairs, .early]),
        Setting("1x2-wait", providers: 1, calls: 2, requests: 1, [.start, .hold, .mute, .ringTimeout, .unholdable]),
        Setting("2x2-screen", providers: 2, calls: 2, requests: 1, [.screening, .loss]),
        Setting("1x2-switches", providers: 1, calls: 2, requests: 1, [.screening, .switches, .existing]),
        Setting("2x2-come-back", providers: 2, calls: 2, requests: 1, [.hold, .remoteEnd, .loss, .comeBack]),
    ]

    /// The worlds that a developer explores after a change of a rule, in half an hour.
    public static let large: [Setting] = [
        Setting("2x3-hold", providers: 2, calls: 3, requests: 1, [.hold, .group, .remoteEnd, .loss]),
        Setting("1x2-facts-swap", providers: 1, calls: 2, requests: 1, swapping: 1, [.hold, .group, .facts]),
        Setting(
            "2x2-again-start", providers: 2, calls: 2, requests: 1, [.start, .hold, .unholdable, .again, .localEnd]),
        Setting("1x2-again-mute", providers: 1, calls: 2, requests: 1, [.hold, .mute, .group, .again]),
        Setting("2x2-help-races", providers: 2, calls: 2, modems: 1, [.start, .hold, .emergency, .unholdable]),
        Setting(
            "2x2-help-unholdable", providers: 2, calls: 2, requests: 1, modems: 1,
            [.emergency, .existing, .unholdable]),
        Setting(
            "2x2-help-unendable", providers: 2, calls: 2, requests: 1, modems: 1,
            [.emergency, .unendable, .existing]),
        Setting("2x2-found-races", providers: 2, calls: 2, [.hold, .existing, .unholdable, .loss]),
        Setting("1x2-refusals", providers: 1, calls: 2, requests: 1, [.hold, .update, .again, .refusals]),
        Setting("3x2-races", providers: 3, calls: 2, [.start, .hold, .remoteEnd, .loss]),
        Setting(
            "2x2-swap-start", providers: 2, calls: 2, requests: 1, swapping: 1,
            [.start, .hold, .existing, .remoteEnd, .spontaneous]),
        Setting("1x2-facts", providers: 1, calls: 2, requests: 1, [.hold, .mute, .group, .facts]),
        Setting(
            "2x2-screen-help", providers: 2, calls: 2, requests: 1, modems: 1,
            [.screening, .emergency, .loss]),
        Setting("1x2-wait-races", providers: 1, calls: 2, [.start, .hold, .mute, .ringTimeout, .unholdable]),
        Setting("2x3-swap", providers: 2, calls: 3, requests: 1, swapping: 1, []),
        Setting("2x3-start", providers: 2, calls: 3, requests: 1, [.start, .remoteEnd, .loss]),
    ]

    /// Worlds that take hours.
    public static let deep: [Setting] = [
        Setting("2x3", providers: 2, calls: 3, requests: 1, [.start, .hold, .group, .remoteEnd, .loss]),
        Setting("2x3-answer", providers: 2, calls: 3, [.remoteEnd, .loss]),
        Setting("2x3-found", providers: 2, calls: 3, requests: 1, [.existing, .loss]),
        Setting("1x3-group", providers: 1, calls: 3, [.hold, .group, .remoteEnd]),
        Setting("2x3-pairs", providers: 2, calls: 3, requests: 1, [.start, .hold, .pairs, .remoteEnd, .unholdable]),
        Setting("2x2-help-lost", providers: 2, calls: 2, modems: 1, [.hold, .emergency, .existing, .loss]),
        Setting("2x2-all", providers: 2, calls: 2, requests: 1, modems: 1, swapping: 1, Set(Chance.allCases)),
    ]
}
