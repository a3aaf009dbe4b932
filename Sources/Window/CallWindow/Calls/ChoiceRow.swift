// SPDX-License-Identifier: MIT

import GTK

/// A row of a popover in which the user chooses one of several things.
@MainActor
struct ChoiceRow {
    let button: Button

    /// `isChosen` marks the present choice.
    init(icon: String, _ title: String, isChosen: Bool) throws(InterfaceError) {
        let builder = try Builder(PackageResources.choice_row_ui)
        button = try builder.get("row")
        let (image, label): (Image, Label) = (try builder.get("icon"), try builder.get("label"))
        let check: Image = try builder.get("check")
        image.show(icon: icon)
        label.text = title
        check.isVisible = isChosen
        button.setAccessibleName(title)
    }
}
