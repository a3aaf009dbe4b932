// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallInterface
import Glibc
import SDBus
import SystemFiles

extension CompletionKind {
    /// Ids of the present calls.
    static var calls: CompletionKind { calls(alsoEnded: false) }

    /// Ids of the present calls, and of those that have ended.
    static func calls(alsoEnded: Bool) -> CompletionKind {
        .custom { words, _, _ in
            guard let service = service(words), var registry = try? service.registry() else { return [] }
            if alsoEnded, let ended = try? service.endedCalls() { registry = registry.adding(ended) }
            return registry.callsInOrder.map { registry.shortID($0.uuid) }
        }
    }

    /// Identifiers of the registered providers.
    static var providers: CompletionKind { .custom { words, _, _ in providers(words) } }

    /// Identifiers of the registered providers, and names of contacts.
    static var providersAndContacts: CompletionKind {
        .custom { words, _, prefix in providers(words) + contacts(prefix, words) }
    }

    /// Types of handle with each registered provider.
    static var defaults: CompletionKind {
        .custom { words, _, _ in
            let providers = providers(words)
            return Handle.Kind.allCases.flatMap { kind in providers.map { "\(kind.rawValue)=\($0)" } }
        }
    }

    private static func providers(_ words: [String]) -> [String] {
        (try? service(words)?.registry())?.providersInOrder.map(\.identifier.printable) ?? []
    }

    /// Names of contacts.
    static var contacts: CompletionKind { .custom { words, _, prefix in contacts(prefix, words) } }

    /// Names of contacts, and ids of the present calls and of those that have ended.
    static var callers: CompletionKind {
        .custom { words, _, prefix in
            let service = service(words)
            let present = (try? service?.registry())?.callsInOrder.map(\.uuid) ?? []
            let ended = ((try? service?.endedCalls()) ?? []).map { $0.text(.call) }
            return contacts(prefix, words) + (present + ended).map { String($0.prefix(8)) }
        }
    }

    private static func contacts(_ prefix: String, _ words: [String]) -> [String] {
        guard !prefix.isEmpty, let directory = directory(words) else { return [] }
        let found = try? directory.list(.search, prefix, UInt32(20), [String: Variant]())
        return (found ?? []).map { $0.text(.name).printable }
    }

    /// Names of the sources of lists, or files.
    static var listsOrFiles: CompletionKind {
        .custom { words, _, prefix in
            if words.contains("import") { return files(prefix) }
            guard let directory = directory(words), let sources = try? directory.list(.listSources) else { return [] }
            return sources.map { $0.text(.name).printable }
        }
    }

    /// The entries of a folder, as a custom completion cannot ask the shell for them.
    private static func files(_ prefix: String) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        return (FolderEntries.names(in: folder.isEmpty ? "." : folder) ?? []).map { folder + $0 }
    }

    /// Names of the routes.
    static var routes: CompletionKind {
        .custom { words, _, _ in (try? service(words)?.audio())?.routes.map(\.name.printable) ?? [] }
    }

    /// Identifiers of the screeners that are enabled or have asked for it.
    static var screeners: CompletionKind {
        .custom { words, _, _ in
            guard let directory = directory(words), let list = try? directory.list(.listScreeners) else { return [] }
            return list.map { $0.text(.identifier).printable }
        }
    }

    /// The directory of the user, if it runs. The Tab key must not start it.
    static func directory(_ words: [String]) -> DirectoryLink? {
        let bus = address(words)
        let link = try? DirectoryLink(on: bus == .system ? .session : bus)
        return link.flatMap { $0.isRunning ? $0 : nil }
    }

    /// The service on the bus that the command line names so far. The Tab key must not start the service.
    private static func service(_ words: [String]) -> Service? {
        let service = try? Service(address(words))
        return service.flatMap { CallClient.isRunning(on: $0.connection) ? $0 : nil }
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

/// The files and folders in a folder.
enum FolderEntries {
    /// Their names without the hidden ones; nil if the path is no folder that can be read.
    static func names(in folder: String) -> [String]? {
        FileNames.list(in: folder)?.filter { !$0.hasPrefix(".") }
    }
}
