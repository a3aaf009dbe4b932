// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The facts that the directory knows about the other sides of calls: whether they are contacts, and their pictures.
/// No call waits for them.
final class CallerFacts {
    private let directory: DirectoryClient
    /// A fact is new.
    var changed: () -> Void = {}
    private var asked: Set<WireHandle> = []
    /// As `CallRecord` has them; "" for a caller that is no contact.
    private var relations: [WireHandle: String] = [:]
    private var pictures = IconFiles<WireHandle>()

    init(_ directory: DirectoryClient) { self.directory = directory }

    /// Asks for the facts of these callers, and forgets others.
    func follow(_ callers: Set<WireHandle>) {
        asked.formIntersection(callers)
        relations = relations.filter { callers.contains($0.key) }
        for caller in pictures.users.subtracting(callers) { pictures[caller] = nil }
        guard directory.isRunning else { return }
        for caller in callers.subtracting(asked) where caller != .none {
            asked.insert(caller)
            directory.lookUp(caller) { [unowned self] in found(caller, $0) }
        }
    }

    /// The address books have changed, so the next `follow` asks again. The directory may read them after it has come.
    func contactsChanged() { asked = [] }

    private func found(_ caller: WireHandle, _ facts: [String: Variant]?) {
        guard asked.contains(caller) else { return }
        // The next change of a call asks again.
        guard let facts else {
            asked.remove(caller)
            return
        }
        relations[caller] = facts.text(.relation)
        guard let picture = facts[.picture]?.string else {
            pictures[caller] = nil
            return changed()
        }
        changed()
        directory.openPicture(picture) { [unowned self] file in
            guard asked.contains(caller), let file = file.flatMap({ IconFile(picture: $0) }) else { return }
            pictures[caller] = file
            changed()
        }
    }

    /// Adds the relation, which the records of some missed calls do not have.
    func complete(_ call: inout CallRecord) {
        if let relation = relations[call.handle] { call.properties[.relation] = .string(relation) }
    }

    /// nil if the caller has none, or if it is not known yet.
    func picture(of caller: WireHandle) -> IconFile? { pictures[caller] }
}
