// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK

/// A number or an address of a person: it can be called, and be a favourite.
@MainActor
final class AddressRow {
    let address: ContactAddress
    let widget: Widget
    var call: () -> Void = {}
    /// The user wants it to be a favourite, or not.
    var setFavourite: (Bool) -> Void = { _ in }
    private let text: Label
    private let use: Label
    private let star: ToggleButton
    private let button: Button
    private var toggled: Connection?

    init(_ address: ContactAddress) throws(InterfaceError) {
        self.address = address
        let builder = try Builder(PackageResources.address_row_ui)
        (widget, text, use) = (try builder.get("row"), try builder.get("address"), try builder.get("use"))
        (star, button) = (try builder.get("star"), try builder.get("call"))
        button.onClick { [weak self] in self?.call() }
        toggled = star.onChange(of: "active") { [weak self] in
            guard let self else { return }
            showStar()
            setFavourite(star.isActive)
        }
        show(nil)
        isFavourite = false
    }

    /// What the directory knows; nil = nothing yet.
    func show(_ facts: AddressFacts?) {
        let number = facts?.formatted ?? ""
        text.text = number.isEmpty ? address.handle.value.shown : number.shown
        use.text = [address.useWords, facts?.label.shown ?? ""].filter { !$0.isBlank }.joined(separator: " · ")
        use.isVisible = !use.text.isEmpty
        widget.setAccessibleName([text.text, use.text].filter { !$0.isEmpty }.joined(separator: ", "))
        let words = Catalogue.text("Call %s", text.text.quoted)
        button.setAccessibleName(words)
        button.tooltip = words
    }

    var isFavourite: Bool {
        get { star.isActive }
        set {
            star.quietly(toggled) { star.isActive = newValue }
            showStar()
        }
    }

    private func showStar() {
        star.show(icon: star.isActive ? "starred-symbolic" : "non-starred-symbolic")
        let words =
            star.isActive ? Catalogue.text("Remove from Favourites") : Catalogue.text("Add to Favourites")
        star.setAccessibleName(words)
        star.tooltip = words
    }

    func focus() { button.grabFocus() }
}
