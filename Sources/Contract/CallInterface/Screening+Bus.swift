// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

// What a directory tells the service.

extension DirectoryUpdate {
    package init(_ options: Options) throws(BusError) {
        self.init()
        deadline = try options.time(.deadline)
        whenLate = try options.word(.whenLate)
    }

    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire[.deadline] = deadline.map { .uint64($0) }
        wire[.whenLate] = whenLate.map { .string($0.rawValue) }
        return wire
    }
}

extension Identification {
    package init(_ options: Options) throws(BusError) {
        self.init()
        displayName = try options.string(.displayName)
        displayNameSource = try options.string(.displayNameSource)
        label = try options.string(.label)
        guard let text = try options.string(.relation) else { return }
        relation = .some(text.isEmpty ? nil : try Relation.parse(text, Key.relation.rawValue))
    }

    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire[.displayName] = displayName.map { .string($0) }
        wire[.displayNameSource] = displayNameSource.map { .string($0) }
        wire[.label] = label.map { .string($0) }
        wire[.relation] = relation.map { .string($0?.rawValue ?? "") }
        return wire
    }
}

extension CallFilter {
    /// The filter of an answer that rejects a call. Do-not-disturb is the registry's own.
    package init(rejecting options: Options) throws(BusError) {
        self = try options.word(.filteredBy) ?? .blockList
        guard self != .doNotDisturb else {
            throw .invalidArgs(
                "\(Key.filteredBy) must be \(CallFilter.blockList.rawValue) or \(CallFilter.screener.rawValue).")
        }
    }
}
