// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Group: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Join two calls of the same provider to a conference.")

    @Argument(help: "The call, by the first characters of its id.", completion: .calls)
    var call: IDPrefix
    @Argument(help: "The call to join, by the first characters of its id.", completion: .calls)
    var with: IDPrefix
    @OptionGroup var options: ActionOptions

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let registry = try service.registry()
        let (one, other) = (try find(call, registry), try find(with, registry))
        guard let group = CallID(other.uuid) else { throw .refused(.failed("The call to join has no UUID")) }
        try perform(
            ActionRequest(kind: .setGroup(with: group), call: one.uuid), on: service,
            shortID: registry.shortID(one.uuid), done: "joined \(registry.shortID(other.uuid))", party: one.party)
    }

    private func find(_ reference: IDPrefix, _ registry: Registry) throws(Failure) -> CallRecord {
        try registry.select(reference, toBe: "joined") { _ in true }
    }
}
