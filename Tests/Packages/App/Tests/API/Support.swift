// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// There is no bus in here: the library goes on looking for one, and says so where it is asked for something.
let noBus: Void = { _ = setenv("MONKEYCALL_BUS", "unix:path=/nonexistent", 1) }()

/// What comes out of an archive that it was put into.
func throughArchive<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}

/// What a copy is.
func copied<Object: NSObject & NSCopying>(_ object: Object) throws -> Object {
    try #require(object.copy() as? Object)
}
