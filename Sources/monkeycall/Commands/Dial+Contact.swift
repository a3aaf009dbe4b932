// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// `dial Ada`: a name is looked up in the user's address books.
extension Dial {
    /// Whether people write names so: letters, and nothing of a number, an address or an identifier.
    static func isName(_ text: String) -> Bool {
        text.contains(where: \.isLetter) && !text.contains { $0.isASCII && ($0.isNumber || "@:.*#+/".contains($0)) }
    }

    /// The only address of the only contact with that name; nil if no directory answers.
    func contact(named name: String) throws(Failure) -> ContactAddress? {
        let found: [[String: Variant]]
        do throws(Failure) { found = try DirectoryLink(bus).contacts(named: name) } catch {
            guard error.status == .unavailable else { throw error }
            return nil
        }
        let addresses = found.flatMap(ContactAddress.all).filter(\.canBeCalled)
        if let only = addresses.first, addresses.allSatisfy({ $0.handle == only.handle }) { return only }
        guard !addresses.isEmpty else {
            let message = "\(name) has no number or address; add one in your address book, or dial a number"
            throw Failure(status: .refused, name: "UnknownContact", message: message.printable)
        }
        throw Failure(
            status: .usage, name: "AmbiguousContact",
            message: (["\(name.printable) has \(addresses.count) addresses; dial one of them"]
                + addresses.map { "  " + $0.line }).joined(separator: "\n"),
            details: [("Candidates", .array(addresses.map(\.json)))])
    }

    /// The provider of the last call with that party; nil if the directory knows none.
    func lastLine(of handle: Handle) -> String? {
        let caller = try? DirectoryLink(bus).call(
            .lookup, handle.wire, [String: Variant](), returning: [String: Variant].self)
        return caller?[.provider]?.string
    }
}
