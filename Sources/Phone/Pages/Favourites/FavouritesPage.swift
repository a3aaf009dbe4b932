// SPDX-License-Identifier: MIT

import GTK
import PhoneModel

/// The page *Favourites*.
final class FavouritesPage: Page {
    let kind = PhonePage.favourites
    let widget: Widget

    init(_ phone: PhoneContext) throws(InterfaceError) {
        let builder = try Builder(PackageResources.favourites_ui)
        widget = try builder.get("page")
    }
}
