// SPDX-License-Identifier: MIT

package import CallInterface
package import Foundation
package import SDBus

extension ProviderConfiguration {
    /// The configuration as the service takes it, with the app's icon as PNG data, and a ringtone: a file in the
    /// bundle, or a name of the sound theme.
    package func wire(icon: Data?, ringtone: String?) -> [String: Variant] {
        var wire = fitting.wire
        wire[.icon] = icon.flatMap { Variant.file($0, "The icon") }
        wire[.ringtone] = ringtone.flatMap { Variant.sound($0) }
        return wire
    }
}

extension Variant {
    /// The contents of the file in the bundle; if there is no such file, a name of the sound theme. Nil if it can be no
    /// such name: the service would refuse the whole provider.
    fileprivate static func sound(_ name: String) -> Variant? {
        let file = URL(fileURLWithPath: name, relativeTo: Bundle.main.resourceURL)
        guard let sound = try? Data(contentsOf: file) else {
            if Limits().allowsThemedName(name) { return .string(name) }
            NSLog("CallKit: The ringtone is no file of the bundle and no name of the sound theme, and is left out")
            return nil
        }
        return .file(sound, "The ringtone")
    }

    /// A file in memory; nil if it is too long: the service would refuse the whole provider.
    fileprivate static func file(_ contents: Data, _ what: String) -> Variant? {
        guard contents.count <= Limits().fileSize, let file = try? BusFile(sealing: contents) else {
            NSLog("CallKit: %@ is longer than 1 MiB and left out; use a shorter one", what)
            return nil
        }
        return .file(file)
    }
}
