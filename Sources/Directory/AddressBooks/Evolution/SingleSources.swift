// SPDX-License-Identifier: MIT

internal import SDBus

/// The sources of Evolution Data Server, asked for one after another: a noncharacter of Unicode in one of them makes
/// the message with all of them unreadable for libsystemd.
final class SingleSources {
    private let registry: RemoteName
    /// Gets the sources that can be read, and how many cannot.
    private let told: (_ sources: [EvolutionSource], _ unreadable: Int) -> Void
    /// Called if the registry does not answer.
    private let failed: (BusError) -> Void
    private var sources: [EvolutionSource] = []
    private var unreadable = 0

    /// Dropping this object ends the questions.
    init(
        _ registry: RemoteName,
        told: @escaping (_ sources: [EvolutionSource], _ unreadable: Int) -> Void,
        failed: @escaping (BusError) -> Void
    ) {
        (self.registry, self.told, self.failed) = (registry, told, failed)
    }

    func begin() {
        ask(EvolutionName.registryPath, StandardInterface.introspectable, "Introspect") { single, reply in
            do throws(BusError) {
                let names = try reply.get().childNodes()
                single.next(names.compactMap { ObjectPath("\(EvolutionName.registryPath)/\($0)") }[...])
            } catch {
                single.failed(error)
            }
        }
    }

    private func next(_ paths: ArraySlice<ObjectPath>) {
        guard let path = paths.first else { return told(sources, unreadable) }
        get("UID", of: path) { single, uid in
            single.get("Data", of: path) { single, data in
                if let uid, let data { single.sources.append(EvolutionSource(uid: uid, data: data)) }
                single.next(paths.dropFirst())
            }
        }
    }

    /// nil for an object that is no source, and for a text that cannot be read.
    private func get(_ property: String, of path: ObjectPath, then body: @escaping (SingleSources, String?) -> Void) {
        ask(path, StandardInterface.properties, "Get", EvolutionName.source.text, property) { single, reply in
            switch reply {
            case .success(let message):
                let text = try? message.read(Variant.self).string
                if text == nil { single.unreadable += 1 }
                body(single, text)
            case .failure(let error):
                if error.saysUnavailable { single.failed(error) } else { body(single, nil) }
            }
        }
    }

    private func ask<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        then body: @escaping (SingleSources, Result<Message, BusError>) -> Void
    ) {
        registry.call(path, interface, member, repeat each arguments) { [weak self] reply in
            if let self { body(self, reply) }
        }
    }
}
