// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

extension CompletionKind {
    /// Ids of the calls there are.
    static var calls: CompletionKind {
        .custom { words, _, _ in
            guard let registry = registry(words) else { return [] }
            return registry.callsInOrder.map { registry.shortID($0.uuid) }
        }
    }

    /// Identifiers of the providers there are.
    static var providers: CompletionKind {
        .custom { words, _, _ in registry(words)?.providersInOrder.map(\.identifier.printable) ?? [] }
    }

    /// What there is on the bus that the command line names so far. The Tab key starts no service.
    private static func registry(_ words: [String]) -> Registry? {
        guard let service = try? Service(address(words)),
            let owner = try? service.connection.owner(of: CallManagerName.bus)
        else { return nil }
        return owner.isEmpty ? nil : try? service.registry()
    }

    private static func address(_ words: [String]) -> BusAddress {
        let option = "--address"
        for (index, word) in words.enumerated() {
            if word == "--session" { return .session }
            if word.hasPrefix(option + "=") { return .address(String(word.dropFirst(option.count + 1))) }
            if word == option, index + 1 < words.count { return .address(words[index + 1]) }
        }
        return .system
    }
}
