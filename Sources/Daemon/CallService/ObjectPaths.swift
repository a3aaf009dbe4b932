// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

/// The paths of one user's objects: `calls/<uuid with _>` and `providers/<n>` below a root. Every caller finds its own
/// user's objects below the manager path; uid 0 finds the objects of each user below `user/_<uid>`.
struct ObjectPaths: Hashable {
    /// The path of the manager object.
    let root: ObjectPath

    static let own = ObjectPaths(root: CallManagerName.path)

    static func ofUser(_ uid: UInt32) -> ObjectPaths {
        ObjectPaths(root: ObjectPath(trusted: "\(CallManagerName.path.text)/user/_\(uid)"))
    }

    /// The object that a path names, whether or not it exists.
    enum Place: Equatable {
        case manager
        case call(CallID)
        case provider(ProviderID)
    }

    func path(of call: CallID) -> ObjectPath {
        ObjectPath(trusted: root.text + "/calls/" + call.text(separator: UInt8(ascii: "_")))
    }

    func path(of provider: ProviderID) -> ObjectPath { ObjectPath(trusted: "\(root.text)/providers/\(provider)") }

    /// The user and the object that a path names; `uid` is nil below the manager path, where every caller finds its
    /// own.
    static func parse(_ path: ObjectPath) -> (uid: UInt32?, place: Place)? {
        if path == own.root { return (nil, .manager) }
        var rest = path.text[...]
        guard take(CallManagerName.path.text, from: &rest) else { return nil }
        var uid: UInt32?
        if take("/user/_", from: &rest) {
            let digits = rest.prefix { $0 != "/" }
            guard let number = number(digits), let parsed = UInt32(exactly: number) else { return nil }
            uid = parsed
            rest = rest[digits.endIndex...]
        }
        return place(rest).map { (uid, $0) }
    }

    private static func place(_ rest: Substring) -> Place? {
        var rest = rest
        if rest.isEmpty { return .manager }
        if take("/calls/", from: &rest) { return CallID(String(rest), separator: UInt8(ascii: "_")).map(Place.call) }
        if take("/providers/", from: &rest) { return number(rest).map(Place.provider) }
        return nil
    }

    private static func take(_ prefix: String, from rest: inout Substring) -> Bool {
        let end = rest.utf8.index(rest.startIndex, offsetBy: prefix.utf8.count, limitedBy: rest.endIndex)
        guard let end, rest[..<end] == prefix else { return false }
        rest = rest[end...]
        return true
    }

    /// A number as this service writes it: digits, no sign, no leading zero.
    private static func number(_ digits: Substring) -> Int? {
        guard let number = Int(digits), number >= 0, String(number) == digits else { return nil }
        return number
    }
}
