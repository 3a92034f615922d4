"""What people have for long, kinds of people, and parts of systems, in English: words for the open frames."""

from __future__ import annotations

from typing import Any

# fmt: off
BELONGINGS: dict[str, Any] = dict(
    intransitive=(
        "cycle bike commute snore smoke vape drive swim cook sing dance paint draw sew knit climb run jog hike surf "
        "ski "
        "sail row freelance volunteer meditate pray fast travel garden box lift rebase squash homeschool compost "
        "stutter sleepwalk rent teach study moonlight code blog walk teethe crawl drool limp"
    ),
    possessions=(
        # Animals and people.
        "dog cat puppy kitten parrot parakeet budgie rabbit hamster gerbil guinea horse pony donkey mule cow goat "
        "sheep "
        "pig chicken hen duck goose bee hive beehive fish aquarium tortoise turtle snake lizard gecko ferret rat mouse "
        "alpaca llama greyhound labrador beagle poodle terrier spaniel collie husky dachshund corgi retriever shepherd "
        "bulldog pug chihuahua whippet mutt rescue pet animal herd flock cattle ewe "
        "kid child son daughter brother sister sibling twin grandchild grandkid grandson granddaughter stepson "
        "stepdaughter nephew niece husband wife partner girlfriend boyfriend baby toddler newborn infant teenager teen "
        "roommate flatmate housemate lodger tenant nanny cleaner assistant intern apprentice employee boss landlord "
        "kids children grandchildren boys girls "
        # Illness and body.
        "adhd add asthma autism diabetes epilepsy arthritis anxiety depression insomnia migraine migraines tinnitus "
        "vertigo anaemia anemia eczema psoriasis dementia parkinson's cancer ocd ptsd pcos ibs crohn's endometriosis "
        "fibromyalgia lupus scoliosis sciatica osteoporosis hypertension hypothyroidism glaucoma cataract dyslexia "
        "dyscalculia dyspraxia celiac coeliac gout gerd reflux rosacea acne hemophilia allergy intolerance astigmatism "
        "pacemaker implant prosthesis stutter lisp disability phobia apnea apnoea bronchitis hernia tattoo braces "
        "dentures wheelchair cane walker hearing-aid hearing-aids glasses condition disorder syndrome disease "
        # Homes and land.
        "house flat apartment condo cottage cabin bungalow townhouse studio garage garden yard backyard allotment "
        "balcony terrace patio porch greenhouse shed cellar basement attic loft pool sauna pond orchard field farm "
        "ranch vineyard acre hectare lawn hedge driveway fireplace stove boiler dishwasher freezer fridge oven hob "
        "cooktop airfryer fryer microwave blender mixer kettle cooker smoker grill barbecue bbq wok dehydrator juicer "
        "washer dryer dehumidifier heater generator solar panels thermostat doorbell well septic "
        # Vehicles and gear.
        "car van truck pickup motorbike motorcycle scooter moped bike bicycle e-bike ebike tricycle caravan camper "
        "campervan rv boat canoe kayak dinghy sailboat yacht tractor trailer tesla corolla civic golf prius subaru "
        "toyota honda ford volvo skoda vw bmw audi fiat renault peugeot nissan mazda "
        "laptop desktop computer pc mac macbook imac chromebook tablet ipad iphone phone smartphone pixel kindle "
        "camera printer router nas server raspberry keyboard monitor console playstation xbox switch drone projector "
        "tv television telescope microscope turntable amp synth fitbit garmin watch smartwatch gpu "
        "piano guitar violin cello flute trumpet drums drumkit saxophone clarinet ukulele banjo harp accordion "
        "loom kiln lathe bandsaw serger sewing-machine machine dumbbells kettlebell treadmill rower mat tent rifle "
        # Papers, money, work.
        "degree phd doctorate diploma certificate licence license passport visa citizenship mortgage loan debt pension "
        "isa subscription membership account policy insurance lease contract scholarship stipend permit blog "
        "newsletter "
        "podcast channel business company shop store bakery cafe restaurant practice clinic salon firm agency startup "
        "patent website etsy storefront stall franchise job commute shift route round nickname accent surname twins "
        "peloton garmin minivan suv hatchback estate wagon truck jeep land-rover"
    ),
    person_kinds=(
        "sleeper eater learner reader beginner novice newbie newcomer amateur hobbyist widow widower bachelor "
        "bachelorette renter homeowner landlord landlady tenant lodger minor adult senior pensioner retiree veteran "
        "immigrant migrant expat emigrant refugee native local citizen resident foreigner parent mother father mum mom "
        "dad grandmother grandfather grandma grandpa grandparent stepmother stepfather stepmum stepdad carer caregiver "
        "caretaker survivor donor perfectionist introvert extrovert ambivert commuter twin orphan lefty redhead blonde "
        "diabetic asthmatic coeliac celiac insomniac alcoholic smoker non-smoker drinker vegetarian vegan pescatarian "
        "muslim christian catholic jew buddhist hindu sikh atheist agnostic quaker mormon freelancer contractor "
        "self-starter procrastinator worrier planner list-maker minimalist hoarder collector homebody early-riser "
        "riser owl bird only-child child oldest youngest eldest sibling student undergraduate undergrad postgrad "
        "graduate postdoc apprentice trainee intern pupil freshman sophomore junior dropout mature-student teacher "
        "nurse doctor swimmer runner cyclist climber rower skier hiker angler gardener knitter crafter "
        "quilter baker cook birdwatcher birder gamer developer engineer programmer speaker wheelchair-user user "
        "non-native polyglot ambidextrous newlywed divorcee stoic scout reservist councillor magistrate guardian "
        "godparent foodie teetotaller teetotaler nightworker shift-worker night-owl caregiver pescetarian"
    ),
    systems=(
        "staging production prod dev cluster clusters api apis backend backends frontend frontends front-end back-end "
        "logs log metrics traces db database databases server servers service services microservice microservices app "
        "apps application repo repos repository monorepo ci pipeline pipelines build builds image images artifact "
        "artifacts secrets config configs docs documentation website site sites endpoint endpoints cache queue queues "
        "jobs cron scheduler worker workers warehouse lake etl dashboard dashboards alerts monitoring auth sso login "
        "gateway proxy balancer ingress cdn dns backups backup snapshots migrations schema firmware client clients "
        "stack infra infrastructure platform codebase project package packages library sdk cli plugin bot nodes node "
        "vm vms container containers pods deployment deployments releases release tickets ticket wiki intranet crm erp "
        "store shop checkout payments invoices billing payroll inventory bookings bucket buckets kernel gitops runners "
        "runner registry tests linter formatter bundler compiler toolchain broker topic topics stream streams webhooks"
    ),
)
# fmt: on
