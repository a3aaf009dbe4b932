// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import Glibc
import SDBus

/// The directory on the session bus. Every method waits for its answer, at most the 25 s of sd-bus.
enum DirectoryBooks {
    enum Purpose: String { case all, contact, search }

    private static let name: BusName = "org.monkeycall.Directory"
    private static let interface: InterfaceName = "org.monkeycall.Directory"
    private static let path: ObjectPath = "/org/monkeycall/Directory"
    /// The most that the directory gives at once.
    private static let pageSize: UInt32 = 1_000

    static func contacts(_ question: ContactPredicate.Question) throws -> [FoundContact] {
        switch question {
        case .all: return try all()
        case .name(let name): return try search(name, .search)
        case .handle(let kind, let value):
            let caller: [String: Variant] = try ask("Lookup") {
                $0.call($1, Fields(kind, value), [String: Variant](), timeout: 0, then: $2)
            }
            guard let name = caller["DisplayName"]?.string, !name.isEmpty else { return [] }
            let source = caller["DisplayNameSource"]?.string ?? ""
            let namesakes = try search(name, .contact).filter { $0.name == name }
            let ofSource = namesakes.filter { $0.source == source }
            return ofSource.isEmpty ? namesakes : ofSource
        case .identifiers(let identifiers):
            return try identifiers.compactMap { identifier in
                // A name may have a slash; the name of a book too.
                for slash in identifier.indices where identifier[slash] == "/" {
                    let name = String(identifier[slash...].dropFirst())
                    let namesakes = try search(name, .contact)
                    if let found = namesakes.first(where: { $0.identifier == identifier }) { return found }
                }
                return nil
            }
        }
    }

    private static func all() throws -> [FoundContact] {
        var all: [FoundContact] = []
        while true {
            let page = try search("", .all, skip: UInt32(all.count))
            all += page
            if page.count < Int(pageSize) { return all }
        }
    }

    static func search(_ text: String, _ purpose: Purpose, skip: UInt32 = 0) throws -> [FoundContact] {
        let options: [String: Variant] = ["Purpose": .string(purpose.rawValue), "Skip": .uint32(skip)]
        let found: [[String: Variant]] = try ask("Search") {
            $0.call($1, text, pageSize, options, timeout: 0, then: $2)
        }
        return found.map { FoundContact($0) }
    }

    /// The bytes of a picture. The file is sealed, so it does not change.
    static func picture(_ id: String) throws -> Data {
        let file: BusFile = try ask("OpenPicture") { $0.call($1, id, UInt32(0), timeout: 0, then: $2) }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, 0...largestPicture ~= Int(status.st_size) else { return Data() }
        var data = Data(count: Int(status.st_size))
        // All callers share the offset.
        let count = data.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, $0.count, 0) }
        return data.prefix(max(0, count))
    }

    /// Bytes: the limit of the directory.
    private static let largestPicture = 2 << 20

    /// Waits for the answer to a call.
    private static func ask<Answer: BusValue & SendableMetatype>(
        _ member: MemberName,
        _ call:
            @escaping @Sendable (
                SessionThread, CallTarget, _ then: @escaping (Result<Message, BusError>) -> Void
            ) -> Void
    ) throws -> Answer {
        let answered = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var answer: Result<Answer, BusError>?
        let target = CallTarget(name, path, interface, member)
        SessionThread.perform { thread in
            call(thread, target) { reply in
                answer = reply.flatMap { message in
                    do throws(BusError) { return .success(try message.read()) } catch { return .failure(error) }
                }
                answered.signal()
            }
        }
        answered.wait()
        switch answer {
        case .success(let value): return value
        case .failure(let error) where error.name == StandardErrorName.accessDenied:
            throw CNError(.authorizationDenied, error.message)
        case .failure(let error) where error.name == StandardErrorName.serviceUnknown:
            throw CNError(.communicationError)
        case .failure(let error): throw CNError(.communicationError, error.message)
        case nil: throw CNError(.communicationError)
        }
    }
}

/// A contact as the directory gives it.
struct FoundContact: Sendable {
    let name: String
    /// The address book.
    let source: String
    let addresses: [(kind: String, value: String, use: String)]
    /// "" = none.
    let picture: String

    /// The book and the name, each of which the directory can be asked for.
    var identifier: String { "\(source)/\(name)" }

    init(_ wire: [String: Variant]) {
        (name, source) = (wire["Name"]?.string ?? "", wire["Source"]?.string ?? "")
        picture = wire["Picture"]?.string ?? ""
        addresses = (wire["Addresses"]?.array(of: "(sss)") ?? []).compactMap { address in
            guard let members = address.structure, members.count == 3, let kind = members[0].string,
                let value = members[1].string, let use = members[2].string
            else { return nil }
            return (kind, value, use)
        }
    }
}
