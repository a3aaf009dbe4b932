// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

extension StartCallDetails {
    package init(_ options: Options) throws(BusError) {
        self.init()
        video = try options.bool(.video) ?? false
        contactIdentifier = try options.string(.contactIdentifier) ?? ""
        displayName = try options.string(.displayName) ?? ""
        activationToken = try options.string(.activationToken) ?? ""
    }

    package var wire: [String: Variant] {
        var wire = [String: Variant]([.video: .bool(video)])
        if !contactIdentifier.isEmpty { wire[.contactIdentifier] = .string(contactIdentifier) }
        if !displayName.isEmpty { wire[.displayName] = .string(displayName) }
        if !activationToken.isEmpty { wire[.activationToken] = .string(activationToken) }
        return wire
    }
}
