words! {
    /// What a promotional prize is, or contains.
    PrizeKind {
        /// Money.
        Cash = "cash",
        /// Credit for slot machines.
        SlotsDollars = "slots_dollars",
        /// Credit for the casino's tables.
        CasinoDollars = "casino_dollars",
        /// Machinery.
        Machinery = "machinery",
        /// An electric appliance.
        ElectricAppliance = "electric_appliance",
        /// A motor vehicle.
        MotorVehicle = "motor_vehicle",
        /// Travel.
        Travel = "travel",
        /// Real estate.
        RealEstate = "real_estate",
        /// Liquor.
        Liquor = "liquor",
        /// Tobacco.
        Tobacco = "tobacco",
        /// A firearm.
        Firearm = "firearm",
        /// Ammunition.
        Ammunition = "ammunition",
        /// An imitation firearm.
        ImitationFirearm = "imitation_firearm",
        /// A prohibited weapon.
        ProhibitedWeapon = "prohibited_weapon",
        /// An item or service that regulations prescribe.
        Prescribed = "prescribed",
        /// Anything else.
        Other = "other",
    }
}
