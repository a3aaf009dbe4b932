// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// These tests have no bus: the library keeps looking for one, and fails each request with an error.
let noBus: Void = { _ = setenv("MONKEYCALL_BUS", "unix:path=/nonexistent", 1) }()

/// The object that comes back from an archive.
func throughArchive<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}

/// A copy of an object.
func copied<Object: NSObject & NSCopying>(_ object: Object) throws -> Object {
    try #require(object.copy() as? Object)
}
