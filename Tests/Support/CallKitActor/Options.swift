// SPDX-License-Identifier: MIT

import CallKit

extension Actor {
    func update(_ words: [Substring]) -> CXCallUpdate {
        let update = CXCallUpdate()
        for (key, value) in options(words) {
            switch key {
            case "handle":
                let number = value == "-" ? "" : value
                update.remoteHandle = value.isEmpty ? nil : CXHandle(type: .phoneNumber, value: number)
            case "name": update.localizedCallerName = value.isEmpty ? nil : value
            case "video": update.hasVideo = value == "yes"
            case "holding": update.supportsHolding = value == "yes"
            case "grouping": update.supportsGrouping = value == "yes"
            case "ungrouping": update.supportsUngrouping = value == "yes"
            case "dtmf": update.supportsDTMF = value == "yes"
            default: say("what is “\(key)”?")
            }
        }
        return update
    }

    func configuration(_ words: [Substring]) -> CXProviderConfiguration {
        let name = options(words).first { $0.0 == "name" }?.1
        let configuration = CXProviderConfiguration(localizedName: name ?? "Actor")
        configuration.identifier = identifier
        for (key, value) in options(words) {
            switch key {
            case "name": break
            case "groups": configuration.maximumCallGroups = Int(value) ?? 0
            case "size": configuration.maximumCallsPerCallGroup = Int(value) ?? 0
            case "video": configuration.supportsVideo = value == "yes"
            case "entry": configuration.desktopEntry = value
            default: say("what is “\(key)”?")
            }
        }
        return configuration
    }

    /// The date of `at=100`, in seconds since the Unix epoch.
    func date(_ words: [Substring]) -> Date? {
        options(words).first { $0.0 == "at" }.flatMap { Double($0.1) }.map { Date(timeIntervalSince1970: $0) }
    }

    func options(_ words: [Substring]) -> [(String, String)] {
        words.compactMap { word in
            guard let mark = word.firstIndex(of: "=") else { return nil }
            return (String(word[..<mark]), String(word[word.index(after: mark)...]))
        }
    }
}
