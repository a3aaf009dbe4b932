// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus

/// The forms by which the directory compares callers: a number has one form in all its spellings.
@MainActor
final class CallerKeys {
    /// More forms are not kept.
    private static let most = 1_000

    private unowned let directory: DirectoryFollower
    private var known: [WireHandle: String] = [:]

    init(_ directory: DirectoryFollower) { self.directory = directory }

    /// A number without a country has another form in another region.
    func forget() { known = [:] }

    /// Asks for the forms, one question after the other. The answer has them in the order of the handles.
    func load(_ handles: [WireHandle], then completion: @escaping ([String]) -> Void) {
        load(handles[...], [], then: completion)
    }

    private func load(
        _ rest: ArraySlice<WireHandle>, _ keys: [String], then completion: @escaping ([String]) -> Void
    ) {
        var (rest, keys) = (rest, keys)
        while let handle = rest.first, let key = known[handle] {
            keys.append(key)
            rest = rest.dropFirst()
        }
        guard let handle = rest.popFirst() else { return completion(keys) }
        directory.ask(.normalize, handle.written, "", for: [String: Variant].self) { [unowned self] number in
            let key = number?[.handle].flatMap { WireHandle($0) }?.value
            if known.count >= Self.most { known = [:] }
            known[handle] = key
            load(rest, keys + [key ?? handle.value], then: completion)
        }
    }
}
