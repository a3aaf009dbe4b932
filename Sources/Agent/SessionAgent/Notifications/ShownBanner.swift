// SPDX-License-Identifier: MIT

/// The notification of a call at the server.
struct ShownBanner {
    /// Nil if an earlier agent has shown it.
    var banner: Banner?
    /// A request to the server is not answered yet.
    var isUnderWay = false
    /// The server has removed it, or the user has dismissed it twice: it comes back only with another content.
    var isDismissed = false

    func fits(_ wanted: Banner) -> Bool {
        guard var banner else { return false }
        banner.isQuiet = wanted.isQuiet
        if isDismissed { banner.isUrgent = wanted.isUrgent }
        return banner == wanted
    }
}
