// SPDX-License-Identifier: MIT

extension BrowserKind {
    /// The ids of the extension, which are also in its manifest and in the manifests of the host.
    static let chromiumOrigin = "chrome-extension://ihianfijjaehljdebhdkchahoepofola/"
    static let firefoxExtension = "browser@monkeycall.org"

    /// The browser that started the host, from the host's arguments, which the browser sets and no page.
    ///
    /// Chromium passes the origin of the extension; Firefox the path of the host's manifest, and the id of the
    /// extension. Nil = another caller.
    package init?(arguments: [String]) {
        if arguments.first == Self.chromiumOrigin {
            self = .chromium
        } else if arguments.count == 2, arguments[1] == Self.firefoxExtension {
            self = .firefox
        } else {
            return nil
        }
    }
}
