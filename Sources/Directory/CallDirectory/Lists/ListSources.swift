// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import DiskWork
import PhoneNumbers
import SDBus

/// The sources of lists: extensions, programs and files.
final class ListSources {
    private let store: DirectoryStore
    private let callers: Callers
    private let files: FileThreads
    private let desktopFiles: ExtensionFiles
    private let extensions: ExtensionLoads
    let loads: RunningLoads

    typealias Completion<Value> = (Result<Value, BusError>) -> Void

    init(
        _ store: DirectoryStore, _ callers: Callers, _ files: FileThreads, _ desktopFiles: ExtensionFiles,
        _ loads: RunningLoads, _ extensions: ExtensionLoads
    ) {
        (self.store, self.callers, self.files, self.desktopFiles) = (store, callers, files, desktopFiles)
        (self.loads, self.extensions) = (loads, extensions)
    }

    // MARK: Loads

    /// Begins a load of a program. `mayAdd`: whether the user shall find a source with this name from now on.
    func beginLoad(
        _ source: String, incremental: Bool, for owner: String, mayAdd: Bool,
        then completion: @escaping Completion<RunningLoad>
    ) {
        look(for: source, completion) {
            $0 == nil
        } then: { [unowned self] _, found in
            loads.begin(source, incremental: incremental, owner: owner, then: completion) { (lists) throws(ListError) in
                guard mayAdd, try lists.source(source) == nil else { return }
                try lists.add(source, kind: found == nil ? .program : .extension, isEnabled: false)
            }
        }
    }

    func reload(_ name: String, then completion: @escaping Completion<Void>) {
        look(for: name, completion) {
            $0?.kind != .file
        } then: { [unowned self] _, found in
            // Read again behind the changes that were asked before. nil = a file.
            store.lists { (lists) throws(ListError) -> DirectoryExtension? in
                guard let source = try lists.source(name) else {
                    throw found == nil ? .unknownSource(name) : .disabled(name)
                }
                switch source.kind {
                case .file: return nil
                case .extension, .program:
                    guard source.isEnabled else { throw .disabled(name) }
                    guard let found else { throw source.noExtension }
                    return found
                }
            } then: { [unowned self] result in
                switch result {
                case .success(let found?): extensions.begin(found, then: completion)
                case .success(nil): reloadFile(of: name, completion)
                case .failure(let failure): completion(.failure(failure))
                }
            }
        }
    }

    private func reloadFile(of source: String, _ completion: @escaping Completion<Void>) {
        perform(at: Self.place(ofImport: source), then: announcing(completion)) {
            [region = callers.region] (lists) throws(ListError) in
            try lists.reloadFile(of: source, in: region)
        }
    }

    // MARK: What the user chooses

    /// An extension that was not enabled before loads its lists; the reply does not wait for it.
    func setEnabled(_ isEnabled: Bool, _ name: String, then completion: @escaping Completion<Void>) {
        look(for: name, completion) {
            $0?.kind != .file
        } then: { [unowned self] _, found in
            store.lists { (lists) throws(ListError) -> DirectoryExtension? in
                let source = try lists.source(name)
                if found != nil, source?.kind != .file { try lists.add(name, kind: .extension, isEnabled: isEnabled) }
                try lists.setEnabled(isEnabled, name)
                return isEnabled && source?.isEnabled != true && source?.kind != .file ? found : nil
            } then: { [unowned self] result in
                store.listsChanged()
                completion(result.map { _ in })
                // ListSources tells why a load failed.
                if case .success(let found?) = result { extensions.begin(found) { _ in } }
            }
        }
    }

    func status(of name: String, then completion: @escaping Completion<SourceStatus>) {
        look(for: name, completion) {
            $0 == nil
        } then: { source, found in
            guard let source else {
                return completion(found == nil ? .failure(ListError.unknownSource(name).onBus) : .success(.disabled))
            }
            completion(.success(source.isEnabled ? .enabled : .disabled))
        }
    }

    func setOrder(_ names: [String], then completion: @escaping Completion<Void>) {
        store.lists({ (lists) throws(ListError) in try lists.setOrder(names) }, then: announcing(completion))
    }

    func remove(_ name: String, then completion: @escaping Completion<Void>) {
        store.lists({ (lists) throws(ListError) in try lists.remove(name) }, then: announcing(completion))
    }

    /// Notes the change of the lists before the completion.
    private func announcing<Value>(_ completion: @escaping Completion<Value>) -> Completion<Value> {
        { [unowned self] result in
            store.listsChanged()
            completion(result)
        }
    }

    /// The sources that `visit` may know. Does not wait for the disk's work on a load, so that people see what happens
    /// during an import.
    func list(for visit: Visit, then completion: @escaping Completion<[[String: Variant]]>) {
        read({ $0.all() }, completion) { [unowned self] found in
            store.lists(readsOnly: true) { [beginning = loads.beginning] (lists) throws(ListError) in
                let sources = try lists.sources()
                let known = sources.map { source in
                    source.wire(
                        as: found.first { $0.id == source.name },
                        isLoading: source.isLoading || beginning.contains(source.name))
                }
                let names = Set(sources.map(\.name))
                return known + found.filter { !names.contains($0.id) }.map(\.wire)
            } then: {
                completion($0.map { $0.filter { visit.owns(source: $0[.name]?.string ?? "") } })
            }
        }
    }

    // MARK: Desktop files

    /// Finds the source with this name, and the extension if the request depends on it: the disk of the desktop files
    /// may hang.
    private func look<Value>(
        for name: String, _ completion: @escaping Completion<Value>,
        _ dependsOnExtension: @escaping (ListSource?) -> Bool,
        then body: @escaping (ListSource?, DirectoryExtension?) -> Void
    ) {
        store.lists(readsOnly: true) { (lists) throws(ListError) in
            try lists.source(name)
        } then: { [unowned self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let source) where dependsOnExtension(source):
                read({ $0.lookUp(name) }, completion) { body(source, $0) }
            case .success(let source): body(source, nil)
            }
        }
    }

    /// Reads desktop files on a thread of their own, so that the database does not wait for their disk. `completion`
    /// gets the reason if that is not possible.
    private func read<Found: Sendable, Value>(
        _ work: @escaping @Sendable (ExtensionFiles) -> Found, _ completion: @escaping Completion<Value>,
        then body: @escaping (Found) -> Void
    ) {
        let isAccepted = files.perform(at: "applications", { [desktopFiles] in work(desktopFiles) }, then: body)
        if !isAccepted { completion(.failure(DirectoryProblem.tooManyRequests.onBus)) }
    }

    // MARK: Files

    func importFile(_ file: BusFile, _ list: ListFile, as name: String, then completion: @escaping Completion<Void>) {
        perform(at: Self.place(ofImport: name), then: announcing(completion)) {
            [region = callers.region] (lists) throws(ListError) in
            try lists.importFile(file, list, as: name, in: region)
        }
    }

    func exportFile(
        _ file: BusFile, _ format: ListFileFormat, _ kind: ListKind, of name: String,
        then completion: @escaping Completion<Void>
    ) {
        // One at a time, because an export keeps a connection to the database.
        perform(at: "exports", then: completion) { (lists) throws(ListError) in
            guard let file = RegularFile(file) else {
                throw ListError(.unknown, "The descriptor is not a file of a disk; open a file for writing.")
            }
            try lists.export(name, kind, as: format, to: file.descriptor)
        }
    }

    private static func place(ofImport source: String) -> String { "import \(source)" }

    /// Works on the lists and a file of the user. Only work at the same place waits for this file, because its disk may
    /// hang.
    private func perform<Value: Sendable>(
        at place: String, then completion: @escaping Completion<Value>,
        _ body: @escaping @Sendable (Lists) throws(ListError) -> Value
    ) {
        store.lists(readsOnly: true) { (lists) throws(ListError) in
            lists
        } then: { [unowned self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let lists):
                let isAccepted = files.perform(at: place) {
                    Result { () throws(ListError) in try body(lists) }
                } then: { (result: Result<Value, ListError>) in
                    completion(result.mapError(\.onBus))
                }
                if !isAccepted { completion(.failure(DirectoryProblem.tooManyRequests.onBus)) }
            }
        }
    }
}

extension ListSource {
    /// Why no extension can load the source.
    fileprivate var noExtension: ListError {
        ListError(
            .noExtensionFound,
            kind == .program
                ? "\(name) is a program that loads its lists by itself; let the program load them."
                : "The desktop file of \(name) is missing; install the extension again, or remove the source.")
    }

    fileprivate func wire(as found: DirectoryExtension?, isLoading: Bool) -> [String: Variant] {
        var wire = [String: Variant]([
            .name: .string(name), .kind: .string(kind.rawValue), .displayName: .string(found?.name ?? name),
            .enabled: .bool(isEnabled), .available: .bool(kind != .extension || found != nil),
            .blocked: .uint64(UInt64(blocked)), .identified: .uint64(UInt64(identified)),
            .handleCount: .uint64(UInt64(handles)), .loading: .bool(isLoading),
        ])
        if let loaded { wire[.loadedAt] = .uint64(loaded) }
        if let file, !file.path.isEmpty { wire[.path] = .string(file.path) }
        if let lastError {
            wire[.error] = .string(lastError.code.name)
            wire[.errorMessage] = .string(lastError.message)
        }
        return wire
    }
}

extension DirectoryExtension {
    /// A source that was never enabled.
    fileprivate var wire: [String: Variant] {
        [String: Variant]([
            .name: .string(id), .kind: .string(ListSource.Kind.extension.rawValue), .displayName: .string(name),
            .enabled: .bool(false), .available: .bool(true), .blocked: .uint64(0), .identified: .uint64(0),
            .handleCount: .uint64(0), .loading: .bool(false),
        ])
    }
}
